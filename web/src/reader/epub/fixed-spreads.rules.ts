import { type Spread, spreadsOf } from '../comic/spreads.rules'

/** Where a page of fixed layout stands: alone, or next to another one. */
export type PageSide = 'alone' | 'left' | 'right'

/** Pages of fixed layout in pairs, the cover alone, as a comic has them. */
export interface FixedSpreads {
  /** The page next to this one, where it is the first of two; null where there is none. */
  readonly partnerOf: (chapter: number) => number | null
  /** The first page of the spread that a page belongs to. */
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
