import { isBoolean, oneOf, within } from '../settings/layered.rules'
import type { SettingsSpec } from '../settings/settings-spec'
import type { ReadingStyle } from './bridge/protocol'

export const THEMES = ['app', 'light', 'sepia', 'dark'] as const
export const FONTS = ['publisher', 'serif', 'sans'] as const
export const ALIGNMENTS = ['publisher', 'start', 'justify'] as const
export const COLUMNS = ['auto', '1', '2'] as const
export const FLOWS = ['paginated', 'scrolled'] as const

export interface EpubSettings {
  readonly theme: (typeof THEMES)[number]
  readonly font: (typeof FONTS)[number]
  /** Percent. */
  readonly fontSize: number
  /** Height of a line in letters; 0 leaves it to the book. */
  readonly lineHeight: number
  /** Percent of a normal edge. */
  readonly margin: number
  readonly align: (typeof ALIGNMENTS)[number]
  readonly columns: (typeof COLUMNS)[number]
  readonly flow: (typeof FLOWS)[number]
  /** The line with chapter and percentage under the text. */
  readonly footer: boolean
}

export const epubSettings: SettingsSpec<EpubSettings> = {
  name: 'epub',
  standard: {
    theme: 'app',
    font: 'publisher',
    fontSize: 110,
    lineHeight: 0,
    margin: 100,
    align: 'publisher',
    columns: 'auto',
    flow: 'paginated',
    footer: true,
  },
  allowed: {
    theme: oneOf(THEMES),
    font: oneOf(FONTS),
    fontSize: within(60, 260),
    lineHeight: within(0, 2.4),
    margin: within(20, 300),
    align: oneOf(ALIGNMENTS),
    columns: oneOf(COLUMNS),
    flow: oneOf(FLOWS),
    footer: isBoolean,
  },
  ofSeries: [],
}

export interface Paper {
  readonly background: string
  readonly ink: string
  /** Of the line under the text. */
  readonly faint: string
  readonly link: string
  readonly scheme: 'light' | 'dark'
}

/** Ink on paper has a contrast of 10 to 1 and more, faint ink of 4.5 to 1, without the glare of black on white. */
const PAPERS: Readonly<Record<'light' | 'sepia' | 'dark', Paper>> = {
  light: { background: '#fdfcf9', ink: '#1f1c19', faint: '#6b645b', link: '#9a3412', scheme: 'light' },
  sepia: { background: '#f4e9d3', ink: '#3b2d1d', faint: '#71604a', link: '#8a3a0c', scheme: 'light' },
  dark: { background: '#161518', ink: '#d8d3ca', faint: '#8f8a83', link: '#f0a177', scheme: 'dark' },
}

export function paperOf(settings: EpubSettings, app: 'light' | 'dark'): Paper {
  return PAPERS[settings.theme === 'app' ? app : settings.theme]
}

export function readingStyle(settings: EpubSettings, paper: Paper): ReadingStyle {
  const { flow, columns, margin, fontSize, font, lineHeight, align } = settings
  const { background, ink, link, scheme } = paper
  const recolour = scheme === 'dark'
  return { flow, columns, margin, fontSize, font, lineHeight, align, background, ink, link, scheme, recolour }
}
