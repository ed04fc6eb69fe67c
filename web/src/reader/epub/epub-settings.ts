import { TAPS, type Taps } from '../comic/direction.rules'
import { FITS, type Fit } from '../comic/fit.rules'
import { isBoolean, oneOf, within } from '../settings/layered.rules'
import type { SettingsSpec } from '../settings/settings-spec'
import type { ReadingStyle } from './bridge/protocol'
import { type EpubFont, familyOf, isFont } from './fonts/fonts.rules'

export const THEMES = ['app', 'light', 'white', 'sepia', 'green', 'grey', 'dark', 'black'] as const
export const HYPHENATIONS = ['auto', 'on', 'off'] as const
export const ALIGNMENTS = ['publisher', 'start', 'justify'] as const
export const COLUMNS = ['auto', '1', '2'] as const
export const FLOWS = ['paginated', 'scrolled'] as const

export interface EpubSettings {
  readonly theme: (typeof THEMES)[number]
  readonly font: EpubFont
  /** Percent. */
  readonly fontSize: number
  /** Line height in em; 0 uses the book's. */
  readonly lineHeight: number
  /** Margin in percent of the default. */
  readonly margin: number
  /** In hundredths of an em, added to normal spacing. */
  readonly letterSpacing: number
  readonly wordSpacing: number
  /** `auto` hyphenates justified text. */
  readonly hyphens: (typeof HYPHENATIONS)[number]
  readonly align: (typeof ALIGNMENTS)[number]
  readonly columns: (typeof COLUMNS)[number]
  readonly flow: (typeof FLOWS)[number]
  /** Of a fixed layout: pages at once, and their size. */
  readonly spread: (typeof COLUMNS)[number]
  readonly fit: Fit
  readonly taps: Taps
  /** Speed of reading aloud: 1 is normal. */
  readonly speechRate: number
  /** The URI of a voice; empty leaves it to the browser. */
  readonly voice: string
  /** The line with chapter and percentage under the text. */
  readonly footer: boolean
}

/** How pages of a fixed layout are shown depends on their series, as for comics. */
const OF_FIXED = ['spread', 'fit'] as const

export const epubSettings: SettingsSpec<EpubSettings> = {
  name: 'epub',
  standard: {
    theme: 'app',
    font: 'publisher',
    fontSize: 110,
    lineHeight: 0,
    margin: 100,
    letterSpacing: 0,
    wordSpacing: 0,
    hyphens: 'auto',
    align: 'publisher',
    columns: 'auto',
    flow: 'paginated',
    spread: 'auto',
    fit: 'screen',
    taps: 'edges',
    speechRate: 1,
    voice: '',
    footer: true,
  },
  allowed: {
    theme: oneOf(THEMES),
    font: isFont,
    fontSize: within(60, 260),
    lineHeight: within(0, 2.4),
    margin: within(20, 300),
    letterSpacing: within(0, 20),
    wordSpacing: within(0, 60),
    hyphens: oneOf(HYPHENATIONS),
    align: oneOf(ALIGNMENTS),
    columns: oneOf(COLUMNS),
    flow: oneOf(FLOWS),
    spread: oneOf(COLUMNS),
    fit: oneOf(FITS),
    taps: oneOf(TAPS),
    speechRate: within(0.5, 3),
    voice: value => typeof value === 'string' && value.length <= 100,
    footer: isBoolean,
  },
  ofSeries: [],
  elsewhere: OF_FIXED,
  ofScreen: ['voice'],
}

/** `columns` was their number of pages before `spread` existed. */
export const fixedSettings: SettingsSpec<EpubSettings> = {
  ...epubSettings,
  ofSeries: OF_FIXED,
  standardFrom: ({ columns }) => ({ spread: columns }),
}

export interface Paper {
  readonly background: string
  readonly ink: string
  /** Content of the line below the text. */
  readonly faint: string
  readonly link: string
  readonly scheme: 'light' | 'dark'
}

/** Ink on paper has a contrast of at least 10 to 1, faint ink of 4.5 to 1, without the glare of black on white. */
const PAPERS: Readonly<Record<Exclude<EpubSettings['theme'], 'app'>, Paper>> = {
  light: { background: '#fdfcf9', ink: '#1f1c19', faint: '#6b645b', link: '#9a3412', scheme: 'light' },
  sepia: { background: '#f4e9d3', ink: '#3b2d1d', faint: '#71604a', link: '#8a3a0c', scheme: 'light' },
  white: { background: '#ffffff', ink: '#111111', faint: '#666666', link: '#9a3412', scheme: 'light' },
  green: { background: '#dfead9', ink: '#1f2a1c', faint: '#4f5f49', link: '#7a2e0b', scheme: 'light' },
  grey: { background: '#2f3033', ink: '#e8e6e1', faint: '#a5a29c', link: '#f3b08c', scheme: 'dark' },
  black: { background: '#000000', ink: '#c9c5be', faint: '#8a867f', link: '#f0a177', scheme: 'dark' },
  dark: { background: '#161518', ink: '#d8d3ca', faint: '#8f8a83', link: '#f0a177', scheme: 'dark' },
}

export function paperOf({ theme }: Pick<EpubSettings, 'theme'>, app: 'light' | 'dark'): Paper {
  return PAPERS[theme === 'app' ? app : theme]
}

export function readingStyle(settings: EpubSettings, paper: Paper, touch: ReadingStyle['touch']): ReadingStyle {
  const { flow, columns, margin, fontSize, font, lineHeight, align, letterSpacing, wordSpacing, hyphens } = settings
  const { background, ink, link, scheme } = paper
  const recolour = scheme === 'dark'
  const text = { fontFamily: familyOf(font), fontSize, lineHeight, align, letterSpacing, wordSpacing, hyphens }
  return { flow, columns, margin, ...text, background, ink, link, scheme, recolour, touch }
}
