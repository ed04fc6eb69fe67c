import type { PublicationLink } from '@octavo/contract/publication'
import type { Place } from '../progress/place.rules'
import { placeAtShare, placeOfLocator, totalPositions } from './locator.rules'
import type { ChapterTarget } from './use-frames'

/** The initial place of an ebook: the page in the address (a position), else the saved place, else the beginning. */
export function openingTarget(
  chapters: readonly PublicationLink[],
  start: Place | null,
  page: number | undefined,
): ChapterTarget {
  if (page !== undefined) return atShare(chapters, (page - 1) / Math.max(1, totalPositions(chapters)))
  if (!start) return { chapter: firstChapter(chapters), target: { kind: 'progression', value: 0 } }
  if (!start.locator) {
    return atShare(chapters, start.percentage ?? (start.page - 1) / Math.max(1, totalPositions(chapters)))
  }
  const { chapter, progression } = placeOfLocator(chapters, start.locator)
  const words = start.locator.text?.highlight
  if (words) return { chapter, target: { kind: 'text', words, progression } }
  return { chapter, target: { kind: 'progression', value: progression } }
}

export function atShare(chapters: readonly PublicationLink[], share: number): ChapterTarget {
  const { chapter, progression } = placeAtShare(chapters, share)
  return { chapter, target: { kind: 'progression', value: progression } }
}

/** Non-linear chapters (answers, notes) are reached by links, not by turning. */
export function nextChapter(chapters: readonly PublicationLink[], from: number, step: 1 | -1): number | null {
  for (let index = from + step; index >= 0 && index < chapters.length; index += step) {
    if (chapters[index]?.linear !== false) return index
  }
  return null
}

function firstChapter(chapters: readonly PublicationLink[]): number {
  return nextChapter(chapters, -1, 1) ?? 0
}
