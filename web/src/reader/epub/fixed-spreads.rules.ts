import type { PublicationLink } from '@octavo/contract/publication'
import { type Fit, fitSpread, type Size } from '../comic/fit.rules'
import { type Spread, type SpreadSide, spreadsOf } from '../comic/spreads.rules'

/** Position of a fixed-layout page: alone, or in a spread. */
export type PagePlace = 'alone' | 'left' | 'right'

/** Fixed-layout pages in pairs, as in a comic: where the book says so, else the cover alone. */
export interface FixedSpreads {
  /** The second page of the spread that starts with this one; null if there is none. */
  readonly partnerOf: (chapter: number) => number | null
  /** The first page of a page's spread. */
  readonly leadOf: (chapter: number) => number
  readonly sideOf: (chapter: number) => PagePlace
}

type Page = Pick<PublicationLink, 'side'>

export function fixedSpreads(pages: readonly Page[], double: boolean, rightToLeft: boolean): FixedSpreads {
  const shapes = (double ? pages : []).map(() => ({ width: null, height: null }))
  const sides = pages.map(({ side }) => placeIn(side, rightToLeft))
  const byPage = new Map<number, Spread>()
  for (const spread of spreadsOf(shapes, { double, coverAlone: true, apart: [], sides })) {
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

function placeIn(side: Page['side'], rightToLeft: boolean): SpreadSide | undefined {
  if (side === undefined) return undefined
  if (side === 'center') return 'alone'
  return (side === 'left') === rightToLeft ? 'second' : 'first'
}

export interface PageBox extends Size {
  readonly left: number
}

export interface SpreadBoxes extends Size {
  readonly boxes: readonly PageBox[]
}

/** Boxes of the pages of one spread, given from left to right, and their sum. */
export function layFixed(pages: readonly Size[], view: Size, fit: Fit, zoom: number): SpreadBoxes {
  let width = 0
  const boxes = fitSpread(pages, view, fit, zoom).map(size => {
    const box = { ...size, left: width }
    width += size.width
    return box
  })
  return { width, height: boxes[0]?.height ?? 0, boxes }
}
