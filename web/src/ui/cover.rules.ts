import { hashOfTitle } from '@octavo/contract/drawn-cover'

const shape = 2 / 3
/** Maximum share of a cover cropped for uniform cards; beyond it the whole cover is shown. */
const mayLose = 0.08

/** Whether an image fills the 2:3 box, or is shown whole with its own colours around. */
export function fitOf(width: number, height: number): 'cover' | 'contain' {
  if (width <= 0 || height <= 0) return 'contain'
  const ratio = width / height / shape
  const lost = ratio > 1 ? 1 - 1 / ratio : 1 - ratio
  return lost <= mayLose ? 'cover' : 'contain'
}

/** Widths in which the server sends covers. */
const WIDTHS = [200, 400, 800] as const

/** Sizes of covers on the screen, for `sizes`: they must equal the style sheets. */
export const COVER_SIZES = {
  /** shelf.module.css */
  card: 'clamp(112px, 7vw + 64px, 176px)',
  /** media-card.module.css, as a line of a list */
  row: '44px',
  /** continue-card.module.css */
  continued: '92px',
  /** detail.module.css */
  detail: '(min-width: 48em) clamp(176px, 17vw, 248px), max(104px, 30vw)',
  /** Most others. */
  small: '64px',
} as const

/** The widths of a cover, for `srcset`; undefined for an image of one size. */
export function coverSet(address: string): string | undefined {
  if (!/\/thumbnail(?:\?|$)/.test(address) || /[?&]width=/.test(address)) return undefined
  const query = address.includes('?') ? '&' : '?'
  return WIDTHS.map(width => `${address}${query}width=${width} ${width}w`).join(', ')
}

/** The hue of the drawn cover of a title. */
export function hueOf(title: string): number {
  return hashOfTitle(title) % 360
}
