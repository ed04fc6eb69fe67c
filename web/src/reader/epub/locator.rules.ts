import type { Locator, PublicationLink } from '@octavo/contract/publication'

/** The reader's form of a place in the book. */
export interface BookPlace {
  /** Index in the reading order. */
  readonly chapter: number
  /** Share of the chapter, 0 to 1. */
  readonly progression: number
}

type Chapter = Pick<PublicationLink, 'href' | 'type' | 'positions'>

export function totalPositions(chapters: readonly Chapter[]): number {
  return chapters.reduce((sum, chapter) => sum + chapter.positions, 0)
}

/** Share of the book before a place. */
export function totalProgression(chapters: readonly Chapter[], place: BookPlace): number {
  const total = totalPositions(chapters)
  if (total === 0) return 0
  const before = totalPositions(chapters.slice(0, place.chapter))
  const share = (before + (chapters[place.chapter]?.positions ?? 0) * clamp(place.progression)) / total
  return clamp(share)
}

/** 1-based position of a place; positions are steps of 1024 bytes, the same on every screen. */
export function positionOf(chapters: readonly Chapter[], place: BookPlace): number {
  const before = totalPositions(chapters.slice(0, place.chapter))
  const own = chapters[place.chapter]?.positions ?? 1
  return before + Math.min(own, Math.floor(clamp(place.progression) * own) + 1)
}

/** The place at a share of the book. */
export function placeAtShare(chapters: readonly Chapter[], share: number): BookPlace {
  let left = clamp(share) * totalPositions(chapters)
  for (const [chapter, { positions }] of chapters.entries()) {
    if (left < positions) return { chapter, progression: positions > 0 ? left / positions : 0 }
    left -= positions
  }
  return { chapter: Math.max(0, chapters.length - 1), progression: 1 }
}

/** The place of a locator; by its share of the book if its chapter is not in the book. */
export function placeOfLocator(chapters: readonly Chapter[], locator: Locator): BookPlace {
  const chapter = findChapter(chapters, locator.href)
  const { progression, totalProgression: share } = locator.locations ?? {}
  if (chapter === -1) return placeAtShare(chapters, share ?? 0)
  if (progression !== undefined) return { chapter, progression: clamp(progression) }
  const byShare = placeAtShare(chapters, share ?? 0)
  return byShare.chapter === chapter ? byShare : { chapter, progression: 0 }
}

/**
 * Index of the chapter with a path, -1 if there is none. Apps differ in whether a path begins at the archive's root and
 * is percent-encoded, so a common suffix is enough.
 */
export function findChapter(chapters: readonly Chapter[], href: string): number {
  const wanted = plainPath(href)
  const exact = chapters.findIndex(chapter => plainPath(chapter.href) === wanted)
  if (exact !== -1) return exact
  return chapters.findIndex(chapter => {
    const known = plainPath(chapter.href)
    return known.endsWith(`/${wanted}`) || wanted.endsWith(`/${known}`)
  })
}

/** Normalised path of an address inside the book: without fragment, leading slash and percent-encoding. */
export function plainPath(href: string): string {
  const path = (href.split('#')[0] ?? '').replace(/^\/+/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}
