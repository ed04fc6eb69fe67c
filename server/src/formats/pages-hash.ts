import { createHash } from 'node:crypto'
import type { BookFormat } from '@octavo/contract/formats'

/** Identity of one page or chapter by content, independent of the container. */
export interface ContentPart {
  /** CRC-32 of its unpacked bytes; null if the archive has none. */
  readonly crc: number | null
  readonly size: number
}

export interface BookContent {
  readonly format: BookFormat
  readonly parts: readonly ContentPart[]
  /**
   * Further distinction of otherwise equal parts; absent for parts that can be repacked into another kind of archive.
   */
  readonly frame?: string
}

/** Books with fewer different parts are not distinctive: for example a cover and an advertisement. */
const FEWEST_PARTS = 3
/** Alternatively, this number of bytes in different parts is enough; blank pages and placeholders have less. */
const FEW_PARTS_BYTES = 16 * 1024
const OF_FEW = 'few:'

/**
 * A text that identifies the readable content of a book: unchanged by edited metadata, renamed pages, or repacking into
 * another kind of archive. Null if a part is unknown, or there is too little content.
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

/** Whether the hash is of a book with only one or two different pages: it proves less, and is stored separately. */
export function isOfFewPages(hash: string | null): boolean {
  return hash?.startsWith(OF_FEW) ?? false
}
