import type { PageShape } from './spreads.rules'

/** Pages of a strip are taller than this times their width; pages of a book about 1.5 times. */
const TALL = 2.2
/** Share of tall pages in a strip: its cover and last page may not be tall. */
const MOST = 0.6
const FEWEST = 2

/** Whether a book is a webtoon by the shape of its pages, whatever its metadata. */
export function looksLikeStrip(pages: readonly PageShape[]): boolean {
  const known = pages.filter(({ width, height }) => width && height)
  const tall = known.filter(({ width, height }) => (height ?? 0) > (width ?? 0) * TALL)
  return tall.length >= FEWEST && tall.length >= known.length * MOST
}
