import { createHash } from 'node:crypto'
import type { BookFormat } from '@octavo/contract/formats'

/** One page or chapter of a book by its content, whatever it is packed in. */
export interface ContentPart {
  /** CRC-32 of its bytes once unpacked; null when the archive does not say. */
  readonly crc: number | null
  readonly size: number
}

export interface BookContent {
  readonly format: BookFormat
  readonly parts: readonly ContentPart[]
  /** What else tells it from others of the same parts; absent for what may be repacked into another kind of archive. */
  readonly frame?: string
}

/** Books of fewer different parts are much alike: a cover and a page of advertising make no book by themselves. */
const FEWEST_PARTS = 3
/** So many bytes of different parts make one all the same; blank pages and placeholders have less. */
const FEW_PARTS_BYTES = 16 * 1024
const OF_FEW = 'few:'

/**
 * Text that stands for what there is to read in a book: the same when its metadata were changed, its pages renamed, or
 * all of it repacked into another kind of archive. Null when a part is not known, or there is too little of it.
 */
export function pagesHash({ format, parts, frame }: BookContent): string | null {
  const lines = parts.map(({ crc, size }) => (crc === null || (crc === 0 && size > 0) ? null : `${crc} ${size}`))
  if (lines.includes(null)) return null
  const sizes = new Map(parts.map(({ size }, index) => [lines[index], size]))
  const isOfFew = sizes.size < FEWEST_PARTS
  if (isOfFew && [...sizes.values()].reduce((sum, size) => sum + size, 0) < FEW_PARTS_BYTES) return null
  const all = [...(isOfFew ? [format] : []), ...(frame === undefined ? [] : [frame]), ...lines.toSorted()]
  return `${isOfFew ? OF_FEW : ''}${createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 32)}`
}

/** Whether a hash is that of a book of one or two different pages: it proves less, and is stored apart from all others. */
export function isOfFewPages(hash: string | null): boolean {
  return hash?.startsWith(OF_FEW) ?? false
}
