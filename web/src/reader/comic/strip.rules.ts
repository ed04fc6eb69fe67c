import type { PageShape } from './spreads.rules'

/** A webtoon strip: where every page lies, in CSS pixels from the top. `tops` has one more than pages: the end. */
export interface Strip {
  readonly width: number
  readonly tops: readonly number[]
}

/** A place that survives any change of width: a page and how far down it, 0 to 1. */
export interface StripPlace {
  readonly page: number
  readonly fraction: number
}

/** On a screen this narrow, in CSS pixels, the strip takes all of it. */
const NARROW = 700

export function stripWidth(view: { readonly width: number }, percent: number): number {
  return view.width <= NARROW ? view.width : Math.round((view.width * percent) / 100)
}

/**
 * Every edge is put on a whole device pixel: rounded sizes that are merely added up leave hairlines between pages.
 * `gap` parts pages for those who want it; 0 for webtoons.
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

/** Middle of the known ratios: pages whose header does not tell are most likely like the others. */
function usualRatio(pages: readonly PageShape[]): number {
  const known = pages.map(ratioOf).filter(ratio => ratio !== null)
  return known.sort((a, b) => a - b)[known.length >> 1] ?? 1.5
}

/** Page that covers `y`, clamped to the strip. */
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

/** First and last page to be in the document: what is visible and `screens` more on either side. */
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

/** The page to remember: the one in the middle of the view, or the last once the end is in sight. */
export function pageInView(strip: Strip, scroll: number, height: number): number {
  const last = strip.tops.length - 2
  const end = strip.tops[last + 1] ?? 0
  return scroll + height >= end - 2 ? Math.max(0, last) : pageAtHeight(strip, scroll + height / 2)
}
