import type { PageShape } from './spreads.rules'

/** A page of a strip is more than so many times as high as wide; one of a book is about 1.5. */
const TALL = 2.2
/** So much of a strip is tall: its cover and its last page may not be. */
const MOST = 0.6
const FEWEST = 2

/** Whether a book is a webtoon by the shape of its pages, whatever its file says. */
export function looksLikeStrip(pages: readonly PageShape[]): boolean {
  const known = pages.filter(({ width, height }) => width && height)
  const tall = known.filter(({ width, height }) => (height ?? 0) > (width ?? 0) * TALL)
  return tall.length >= FEWEST && tall.length >= known.length * MOST
}
