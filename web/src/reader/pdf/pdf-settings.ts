import { isBoolean, oneOf } from '../settings/layered.rules'
import type { SettingsSpec } from '../settings/settings-spec'

export const PDF_SPREADS = ['none', 'odd', 'even'] as const

export interface PdfSettings {
  /** `images`: rendered by the server, quick on a phone. `text`: rendered here, to select, search and follow links. */
  readonly mode: 'images' | 'text'
  /** Text mode: two pages next to each other, the first of them odd or even. */
  readonly spread: (typeof PDF_SPREADS)[number]
  /** Text mode: light on dark. */
  readonly night: boolean
}

export const pdfSettings: SettingsSpec<PdfSettings> = {
  name: 'pdf',
  standard: { mode: 'images', spread: 'none', night: false },
  allowed: { mode: oneOf(['images', 'text']), spread: oneOf(PDF_SPREADS), night: isBoolean },
  ofSeries: ['mode', 'spread'],
}
