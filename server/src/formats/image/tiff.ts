import type { SizeReading } from './pixel-size'

const WIDTH_TAG = 256
const HEIGHT_TAG = 257
const SHORT = 3
const ENTRY_BYTES = 12

/** TIFF: the first directory, which may be anywhere in the file. */
export function tiffSize(head: Buffer): SizeReading {
  if (head.length < 8) return 'more'
  const little = head[0] === 0x49
  const u16 = (at: number) => (little ? head.readUInt16LE(at) : head.readUInt16BE(at))
  const u32 = (at: number) => (little ? head.readUInt32LE(at) : head.readUInt32BE(at))
  const directory = u32(4)
  if (directory < 8) return null
  if (directory + 2 > head.length) return 'more'
  const count = u16(directory)
  const end = directory + 2 + count * ENTRY_BYTES
  if (end > head.length) return 'more'
  let width = 0
  let height = 0
  for (let at = directory + 2; at < end; at += ENTRY_BYTES) {
    const tag = u16(at)
    if (tag !== WIDTH_TAG && tag !== HEIGHT_TAG) continue
    const value = u16(at + 2) === SHORT ? u16(at + 8) : u32(at + 8)
    if (tag === WIDTH_TAG) width = value
    else height = value
  }
  return { width, height }
}
