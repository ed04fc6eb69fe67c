import { findBox } from './isobmff'
import type { SizeReading } from './pixel-size'

/** JPEG XL: a bare codestream, or one in a container box (jxlc, or the first jxlp). ISO/IEC 18181-1, SizeHeader. */
export function jxlSize(head: Buffer): SizeReading {
  if (head[0] === 0xff) return codestreamSize(head)
  const whole = findBox(head, 'jxlc')
  if (whole !== null) return codestreamSize(head.subarray(whole.start))
  const part = findBox(head, 'jxlp')
  if (part !== null) return codestreamSize(head.subarray(part.start + 4))
  return 'more'
}

const CODESTREAM_HEAD_BYTES = 12
/** width : height, by the three ratio bits; 0 means an explicit width. */
const RATIOS = [
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
] as const
const LONG_SIZE_BITS = [9, 13, 18, 30] as const

function codestreamSize(stream: Buffer): SizeReading {
  if (stream.length < CODESTREAM_HEAD_BYTES) return 'more'
  if (stream[0] !== 0xff || stream[1] !== 0x0a) return null
  const take = bitReader(stream.subarray(2))
  const small = take(1) === 1
  const side = () => (small ? (take(5) + 1) * 8 : take(LONG_SIZE_BITS[take(2)] as number) + 1)
  const height = side()
  const ratio = take(3)
  if (ratio === 0) return { width: side(), height }
  const [across, down] = RATIOS[ratio - 1] as readonly [number, number]
  return { width: Math.floor((height * across) / down), height }
}

/** Bits, least significant first. */
function bitReader(bytes: Buffer): (count: number) => number {
  let position = 0
  return count => {
    let value = 0
    for (let i = 0; i < count; i++, position++) {
      const bit = ((bytes[position >> 3] ?? 0) >> (position & 7)) & 1
      value += bit * 2 ** i
    }
    return value
  }
}
