import type { MarkDto, MarkLocator } from '../../../api/types'
import type { FrameMark } from '../bridge/protocol'
import { findChapter, placeOfLocator, positionOf, totalProgression } from '../locator.rules'
import type { ChapterTarget } from '../use-frames'

type Links = Parameters<typeof positionOf>[0] & readonly { readonly href: string; readonly type: string }[]

/** A text range of a chapter with its context. */
export interface QuotedWords {
  readonly quote: string
  readonly before: string
  readonly after: string
  /** Share of the chapter before it. */
  readonly progression: number
}

/** A locator for other apps, with the title of its line in the contents; null for a missing chapter. */
export function locatorOf(
  links: Links,
  chapter: number,
  title: string | undefined,
  { quote, before, after, progression }: QuotedWords,
): MarkLocator | null {
  const link = links[chapter]
  if (!link) return null
  const place = { chapter, progression }
  return {
    href: link.href,
    type: link.type,
    ...(title ? { title } : {}),
    locations: {
      progression,
      totalProgression: totalProgression(links, place),
      position: positionOf(links, place),
    },
    ...(quote !== '' ? { text: { before, highlight: quote, after } } : {}),
  }
}

/** The chapter of a mark; if it is gone, the one at the mark's share of the book. */
export function chapterOf(links: Links, mark: MarkDto): number {
  if (!mark.locator) return -1
  const chapter = findChapter(links, mark.locator.href)
  return chapter === -1 ? placeOfLocator(links, mark.locator as never).chapter : chapter
}

export function frameMarkOf({ id, kind, color, note, locator }: MarkDto): FrameMark {
  const { text, locations } = locator ?? {}
  return {
    id,
    color: kind === 'bookmark' ? null : (color ?? 'yellow'),
    noted: note !== null,
    quote: text?.highlight ?? '',
    before: text?.before ?? '',
    after: text?.after ?? '',
    progression: locations?.progression ?? 0,
  }
}

/** The highlight of exactly these words of a chapter. */
export function highlightOf(
  links: Links,
  marks: readonly MarkDto[],
  chapter: number,
  words: QuotedWords,
): MarkDto | undefined {
  return marks.find(mark => {
    const { quote, before, after } = frameMarkOf(mark)
    const isSame = quote === words.quote && before === words.before && after === words.after
    return isSame && mark.kind === 'highlight' && chapterOf(links, mark) === chapter
  })
}

export function targetOf(links: Links, mark: MarkDto): ChapterTarget {
  const { quote, progression } = frameMarkOf(mark)
  const chapter = Math.max(0, chapterOf(links, mark))
  return {
    chapter,
    target: quote ? { kind: 'text', words: quote, progression } : { kind: 'progression', value: progression },
  }
}
