/** Pairing of pages. Pages are counted from 0 in reading order here. */

export interface PageShape {
  /** Pixels; null if unknown. */
  readonly width: number | null
  readonly height: number | null
}

export interface Pairing {
  readonly double: boolean
  readonly coverAlone: boolean
  /** Pages set apart by the reader with the shift key: shown alone, so that the next pair starts after them. */
  readonly apart: readonly number[]
  /** Where pages belong, if the book says so. */
  readonly sides?: readonly (SpreadSide | undefined)[]
}

/** Place of a page in a spread, in reading order. */
export type SpreadSide = 'first' | 'second' | 'alone'

/** One or two pages shown together, in reading order. */
export type Spread = readonly [number] | readonly [number, number]

/** A landscape page is a double page scanned as one image, and never gets a neighbour. */
function isWide(page: PageShape | undefined): boolean {
  return !!page?.width && !!page.height && page.width > page.height
}

export function spreadsOf(pages: readonly PageShape[], pairing: Pairing): Spread[] {
  if (!pairing.double) return pages.map((_, page) => [page] as const)
  const apart = new Set(pairing.apart)
  const sideOf = (page: number) => pairing.sides?.[page]
  const isCover = (page: number) => page === 0 && pairing.coverAlone && sideOf(page) === undefined
  const alone = (page: number) =>
    isCover(page) || apart.has(page) || isWide(pages[page]) || sideOf(page) === 'second' || sideOf(page) === 'alone'
  const startsOwn = (page: number) => isWide(pages[page]) || apart.has(page) || /first|alone/.test(sideOf(page) ?? '')
  const spreads: Spread[] = []
  for (let page = 0; page < pages.length; ) {
    const next = page + 1
    const paired = !alone(page) && next < pages.length && !startsOwn(next)
    spreads.push(paired ? [page, next] : [page])
    page += paired ? 2 : 1
  }
  return spreads
}

/** Index of the spread that shows `page`; clamped to what exists. */
export function spreadAt(spreads: readonly Spread[], page: number): number {
  const found = spreads.findIndex(spread => (spread[1] ?? spread[0]) >= page)
  return found === -1 ? Math.max(0, spreads.length - 1) : found
}

/**
 * The shift key: sets the first page of the pair apart, or undoes that. Pages alone for another reason (wide, cover,
 * last) cannot be shifted.
 */
export function shiftPairing(apart: readonly number[], spread: Spread | undefined): readonly number[] {
  if (!spread) return apart
  const [first, second] = spread
  if (apart.includes(first)) return apart.filter(page => page !== first)
  return second === undefined ? apart : [...apart, first].sort((a, b) => a - b)
}
