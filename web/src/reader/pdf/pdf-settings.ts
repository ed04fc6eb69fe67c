import { isBoolean, oneOf } from '../settings/layered.rules'
import type { SettingsSpec } from '../settings/settings-spec'

export const PDF_SPREADS = ['none', 'odd', 'even'] as const

export interface PdfSettings {
  /** `images`: rendered by the server, fast on a phone. `text`: rendered here, with selection, search and links. */
  readonly mode: 'images' | 'text'
  /** Text mode: spreads that start with an odd or even page. */
  readonly spread: (typeof PDF_SPREADS)[number]
  /** Text mode: inverted. */
  readonly night: boolean
}

export const pdfSettings: SettingsSpec<PdfSettings> = {
  name: 'pdf',
  standard: { mode: 'images', spread: 'none', night: false },
  allowed: { mode: oneOf(['images', 'text']), spread: oneOf(PDF_SPREADS), night: isBoolean },
  ofSeries: ['mode', 'spread'],
}

/** The last page of the spread that a page is in, 1-based. */
export function lastOfSpread(page: number, spread: (typeof PDF_SPREADS)[number]): number {
  const isFirst = spread === 'odd' ? page % 2 === 1 : spread === 'even' && page > 0 && page % 2 === 0
  return isFirst ? page + 1 : page
}
