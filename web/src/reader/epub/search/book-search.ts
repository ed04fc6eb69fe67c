import { excerptOf, type TextHit } from '../../chrome/excerpt.rules'
import type { Chapters } from '../chapter/chapters'
import { findAll } from '../text-fold.rules'
import { currentLine, fragmentsOf, type TocLine } from '../toc.rules'

export interface Hit extends TextHit {
  readonly chapter: number
  /** Index of its line in the contents, -1 before the first. */
  readonly line: number
  /** Character range in the text of the chapter. */
  readonly start: number
  readonly end: number
}

export const MOST_HITS = 500
const AT_ONCE = 4

/** Searches the whole book, chapter by chapter, and reports hits in book order. */
export async function searchBook(
  chapters: Chapters,
  lines: readonly TocLine[],
  query: string,
  signal: AbortSignal,
  onHits: (hits: readonly Hit[], done: number) => void,
): Promise<void> {
  const total = chapters.links.length
  let hits: Hit[] = []
  for (let from = 0; from < total && !signal.aborted && hits.length < MOST_HITS; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, total - from) }, (_, at) => from + at)
    // An unreadable chapter has no hits.
    const found = await Promise.all(some.map(index => hitsIn(chapters, lines, index, query).catch(() => [])))
    if (signal.aborted) return
    hits = [...hits, ...found.flat()].slice(0, MOST_HITS)
    onHits(hits, Math.min(total, from + AT_ONCE) / total)
  }
  if (!signal.aborted) onHits(hits, 1)
}

async function hitsIn(chapters: Chapters, lines: readonly TocLine[], chapter: number, query: string): Promise<Hit[]> {
  const words = await chapters.words(chapter)
  const found = findAll(words, query, MOST_HITS)
  if (found.length === 0) return []
  const starts = await chapters.starts(chapter, fragmentsOf(lines, chapter))
  return found.map(({ start, end }) => ({
    chapter,
    line: currentLine(lines, chapter, {
      from: start / words.original.length,
      to: start / words.original.length,
      starts,
    }),
    start,
    end,
    ...excerptOf(words.original, { start, end }),
  }))
}
