import { createHash } from 'node:crypto'

/** One page or chapter of a book by its content, whatever it is packed in. */
export interface ContentPart {
  /** CRC-32 of its bytes once unpacked; null when the archive does not say. */
  readonly crc: number | null
  readonly size: number
}

/** Books of fewer different parts are too much alike: a cover and a page of advertising make no book. */
const FEWEST_PARTS = 3

/**
 * Hex hash that stands for what there is to read in a book: the same when its metadata were changed, its pages renamed,
 * or all of it packed anew into another kind of archive. Null when a part is not known, or there are too few.
 */
export function pagesHash(parts: readonly ContentPart[]): string | null {
  const lines = parts.map(({ crc, size }) => (crc === null || (crc === 0 && size > 0) ? null : `${crc} ${size}`))
  if (lines.includes(null) || new Set(lines).size < FEWEST_PARTS) return null
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 32)
}
