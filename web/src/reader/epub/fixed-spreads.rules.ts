import { type Spread, spreadsOf } from '../comic/spreads.rules'

/** Position of a fixed-layout page: alone, or in a spread. */
export type PageSide = 'alone' | 'left' | 'right'

/** Fixed-layout pages in pairs, the cover alone, as in a comic. */
export interface FixedSpreads {
  /** The second page of the spread that starts with this one; null if there is none. */
  readonly partnerOf: (chapter: number) => number | null
  /** The first page of a page's spread. */
  readonly leadOf: (chapter: number) => number
  readonly sideOf: (chapter: number) => PageSide
}

export function fixedSpreads(pages: number, double: boolean, rightToLeft: boolean): FixedSpreads {
  const shapes = Array.from({ length: double ? pages : 0 }, () => ({ width: null, height: null }))
  const byPage = new Map<number, Spread>()
  for (const spread of spreadsOf(shapes, { double, coverAlone: true, apart: [] })) {
    for (const page of spread) byPage.set(page, spread)
  }
  const leadOf = (chapter: number) => byPage.get(chapter)?.[0] ?? chapter
  return {
    leadOf,
    partnerOf: chapter => {
      const spread = byPage.get(chapter)
      return spread?.[0] === chapter ? (spread[1] ?? null) : null
    },
    sideOf: chapter => {
      if (byPage.get(chapter)?.[1] === undefined) return 'alone'
      return (leadOf(chapter) === chapter) === rightToLeft ? 'right' : 'left'
    },
  }
}
