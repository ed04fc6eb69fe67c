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
}

/** One or two pages shown together, in reading order. */
export type Spread = readonly [number] | readonly [number, number]

/** A landscape page is a double page scanned as one image, and never gets a neighbour. */
export function isWide(page: PageShape | undefined): boolean {
  return !!page?.width && !!page.height && page.width > page.height
}

export function spreadsOf(pages: readonly PageShape[], pairing: Pairing): Spread[] {
  if (!pairing.double) return pages.map((_, page) => [page] as const)
  const apart = new Set(pairing.apart)
  const alone = (page: number) => (page === 0 && pairing.coverAlone) || apart.has(page) || isWide(pages[page])
  const spreads: Spread[] = []
  for (let page = 0; page < pages.length; ) {
    const next = page + 1
    const paired = !alone(page) && next < pages.length && !isWide(pages[next]) && !apart.has(next)
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
