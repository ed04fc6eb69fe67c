import type { PageShape } from './spreads.rules'

/** A webtoon strip: the offset of every page, in CSS pixels from the top. `tops` has one more than pages: the end. */
export interface Strip {
  readonly width: number
  readonly tops: readonly number[]
}

/** A place that is independent of the width: a page and a fraction of it, 0 to 1. */
export interface StripPlace {
  readonly page: number
  readonly fraction: number
}

/** Screens up to this width, in CSS pixels, are filled by the strip. */
const NARROW = 700

/** Whether the width of the strip is no choice of the reader's. */
export const fillsWidth = (view: { readonly width: number }) => view.width <= NARROW

export function stripWidth(view: { readonly width: number }, percent: number): number {
  return fillsWidth(view) ? view.width : Math.round((view.width * percent) / 100)
}

/**
 * Every edge is at a whole device pixel: sums of rounded sizes would leave hairlines between pages. `gap` separates
 * pages if wanted; 0 for webtoons.
 */
export function layStrip(pages: readonly PageShape[], width: number, pixelRatio = 1, gap = 0): Strip {
  const usual = usualRatio(pages)
  const tops = [0]
  let exact = 0
  for (const page of pages) {
    exact += width * (ratioOf(page) ?? usual) + gap
    tops.push(Math.round(exact * pixelRatio) / pixelRatio)
  }
  return { width, tops }
}

function ratioOf(page: PageShape): number | null {
  return page.width && page.height ? page.height / page.width : null
}

/** Median of the known ratios: pages of unknown size are probably like the others. */
function usualRatio(pages: readonly PageShape[]): number {
  const known = pages.map(ratioOf).filter(ratio => ratio !== null)
  return known.sort((a, b) => a - b)[known.length >> 1] ?? 1.5
}

/** The page at `y`, clamped to the strip. */
export function pageAtHeight(strip: Strip, y: number): number {
  let low = 0
  let high = strip.tops.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((strip.tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** First and last page to render: the visible ones and `screens` more on either side. */
export function stripWindow(strip: Strip, scroll: number, height: number, screens = 1.5): [number, number] {
  const first = pageAtHeight(strip, scroll - height * screens)
  return [first, pageAtHeight(strip, scroll + height * (1 + screens))]
}

export function placeAt(strip: Strip, y: number): StripPlace {
  const page = pageAtHeight(strip, y)
  const top = strip.tops[page] ?? 0
  const height = (strip.tops[page + 1] ?? top) - top
  return { page, fraction: height > 0 ? Math.min(1, Math.max(0, (y - top) / height)) : 0 }
}

export function heightOf(strip: Strip, place: StripPlace): number {
  const top = strip.tops[place.page] ?? 0
  return top + ((strip.tops[place.page + 1] ?? top) - top) * place.fraction
}

/** The page to save: the one in the middle of the view, or the last once the end is visible. */
export function pageInView(strip: Strip, scroll: number, height: number): number {
  const last = strip.tops.length - 2
  const end = strip.tops[last + 1] ?? 0
  return scroll + height >= end - 2 ? Math.max(0, last) : pageAtHeight(strip, scroll + height / 2)
}
