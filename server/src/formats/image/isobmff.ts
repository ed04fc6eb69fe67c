import type { PixelSize, SizeReading } from './pixel-size'

/** AVIF, HEIF and JPEG 2000 consist of nested boxes: length, four letters, content. */
export interface Box {
  readonly type: string
  /** Start and end of the content in the given bytes; `end` may be beyond them. */
  readonly start: number
  readonly end: number
}

const HEIF_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])
const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis'])
const JP2_SIGNATURE = '\0\0\0\x0cjP  \r\n\x87\n'

/** Media type of a box file by its brands; null if it is not a known image. */
export function bmffKind(head: Buffer): string | null {
  if (head.toString('latin1', 0, 12) === JP2_SIGNATURE) return 'image/jp2'
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return null
  const end = Math.min(head.readUInt32BE(0), head.length, 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4))
  if (brands.some(brand => AVIF_BRANDS.has(brand))) return 'image/avif'
  return brands.some(brand => HEIF_BRANDS.has(brand)) ? 'image/heic' : null
}

/** AVIF, HEIF: the `ispe` of the primary item. JPEG 2000: `ihdr`. */
export function bmffSize(head: Buffer): SizeReading {
  const jp2 = findBox(head, 'jp2h')
  if (jp2 !== null) return jp2Size(head, jp2)
  const meta = findBox(head, 'meta')
  if (meta === null || meta.end > head.length) return 'more'
  // A full box: version and flags precede the children.
  const inside = { from: meta.start + 4, to: meta.end }
  const primary = primaryItem(head, inside)
  const properties = findBox(head, 'iprp', inside.from, inside.to)
  if (properties === null) return null
  const shared = findBox(head, 'ipco', properties.start, properties.end)
  if (shared === null) return null
  const extents = [...boxes(head, shared.start, shared.end)]
  const indices = propertiesOf(head, properties, primary)
  const wanted = indices.map(index => extents[index - 1]).find(box => box?.type === 'ispe')
  const ispe = wanted ?? extents.find(box => box.type === 'ispe')
  return ispe === undefined ? null : sizeAt(head, ispe.start + 4)
}

export function findBox(bytes: Buffer, type: string, from = 0, to = bytes.length): Box | null {
  for (const box of boxes(bytes, from, to)) if (box.type === type) return box
  return null
}

function* boxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  const limit = Math.min(to, bytes.length)
  let at = from
  while (at + 8 <= limit) {
    let size = bytes.readUInt32BE(at)
    let start = at + 8
    if (size === 1) {
      if (at + 16 > limit) return
      size = Number(bytes.readBigUInt64BE(at + 8))
      start = at + 16
    } else if (size === 0) size = to - at
    if (size < start - at) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), start, end: at + size }
    at += size
  }
}

function primaryItem(head: Buffer, meta: { from: number; to: number }): number | null {
  const box = findBox(head, 'pitm', meta.from, meta.to)
  if (box === null || box.start + 8 > head.length) return null
  return head[box.start] === 0 ? head.readUInt16BE(box.start + 4) : head.readUInt32BE(box.start + 4)
}

/** The 1-based indices of the properties that belong to an item (`ipma`). */
function propertiesOf(head: Buffer, properties: Box, item: number | null): number[] {
  const box = findBox(head, 'ipma', properties.start, properties.end)
  if (box === null || item === null || box.end > head.length || box.start + 8 > box.end) return []
  const wideItems = (head[box.start] as number) > 0
  const wideIndices = ((head[box.start + 3] as number) & 1) === 1
  let at = box.start + 8
  for (let left = head.readUInt32BE(box.start + 4); left > 0 && at + 5 <= box.end; left--) {
    const id = wideItems ? head.readUInt32BE(at) : head.readUInt16BE(at)
    at += wideItems ? 4 : 2
    const count = head[at++] ?? 0
    const step = wideIndices ? 2 : 1
    if (at + count * step > box.end) return []
    if (id === item) return Array.from({ length: count }, (_, i) => indexAt(head, at + i * step, wideIndices))
    at += count * step
  }
  return []
}

function indexAt(head: Buffer, at: number, wide: boolean): number {
  // The highest bit says "essential".
  return wide ? head.readUInt16BE(at) & 0x7fff : (head[at] as number) & 0x7f
}

function jp2Size(head: Buffer, jp2: Box): SizeReading {
  const ihdr = findBox(head, 'ihdr', jp2.start, jp2.end)
  if (ihdr === null) return jp2.end > head.length ? 'more' : null
  const rotated = sizeAt(head, ihdr.start)
  if (rotated === null || rotated === 'more') return rotated
  return { width: rotated.height, height: rotated.width }
}

function sizeAt(head: Buffer, at: number): PixelSize | 'more' {
  if (at + 8 > head.length) return 'more'
  return { width: head.readUInt32BE(at), height: head.readUInt32BE(at + 4) }
}
