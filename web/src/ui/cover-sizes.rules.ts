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
