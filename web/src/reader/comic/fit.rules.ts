/** Sizes on the screen, in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export const FITS = ['screen', 'width', 'height', 'original'] as const
export type Fit = (typeof FITS)[number]

/** The choice after this one, and the first after the last: for a key that goes through them. */
export function after<V>(choices: readonly V[], choice: V): V {
  return choices[(choices.indexOf(choice) + 1) % choices.length] as V
}

/** Default aspect ratio of a page of unknown size. */
export const GUESSED: Size = { width: 800, height: 1200 }

/**
 * Boxes of the pages of one spread. Both get the height of the taller one, as in a bound book; small pages grow to the
 * fit. `zoom` multiplies at the end.
 */
export function fitSpread(pages: readonly Size[], view: Size, fit: Fit, zoom = 1): Size[] {
  const height = Math.max(...pages.map(page => page.height))
  const widths = pages.map(page => (page.width * height) / page.height)
  const width = widths.reduce((sum, one) => sum + one, 0)
  const scale = zoom * baseScale({ width, height }, view, fit)
  return widths.map(one => ({ width: one * scale, height: height * scale }))
}

function baseScale(spread: Size, view: Size, fit: Fit): number {
  const across = view.width / spread.width
  const down = view.height / spread.height
  if (fit === 'width') return across
  if (fit === 'height') return down
  return fit === 'original' ? 1 : Math.min(across, down)
}

const LEAST_ZOOM = 1
const MOST_ZOOM = 6

export function clampZoom(zoom: number): number {
  return Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom))
}

/**
 * The scroll position that keeps the point under the fingers while the content is scaled by `factor`. `point` is
 * measured from the view's corner; `inset` is the empty band that centres content smaller than the view.
 */
export function scrollForZoom(
  scroll: number,
  point: number,
  factor: number,
  inset: number,
  insetAfter: number,
): number {
  return Math.max(0, (scroll + point - inset) * factor + insetAfter - point)
}
