import { READING_DIRECTIONS, type ReadingDirection } from '@octavo/contract/formats'
import { isBoolean, oneOf, within } from '../settings/layered.rules'
import type { SettingsSpec } from '../settings/settings-spec'
import { FITS, type Fit } from './fit.rules'

export const LAYOUTS = ['single', 'double', 'auto'] as const
export const BACKGROUNDS = ['black', 'grey', 'white'] as const

export interface ComicSettings {
  readonly direction: ReadingDirection
  /** `auto` shows two pages while the screen is wider than high. */
  readonly layout: (typeof LAYOUTS)[number]
  readonly coverAlone: boolean
  readonly fit: Fit
  /** White and black borders of pages are left out. */
  readonly crop: boolean
  /** Width of a webtoon strip in percent of the screen; a phone always takes all of it. */
  readonly stripWidth: number
  readonly background: (typeof BACKGROUNDS)[number]
  /** Pages slide on a key or tap. */
  readonly slide: boolean
  /** Percent. */
  readonly brightness: number
  readonly grayscale: boolean
}

export const comicSettings: SettingsSpec<ComicSettings> = {
  name: 'comic',
  standard: {
    direction: 'ltr',
    layout: 'single',
    coverAlone: true,
    fit: 'screen',
    crop: false,
    stripWidth: 50,
    background: 'black',
    slide: false,
    brightness: 100,
    grayscale: false,
  },
  allowed: {
    direction: oneOf(READING_DIRECTIONS),
    layout: oneOf(LAYOUTS),
    coverAlone: isBoolean,
    fit: oneOf(FITS),
    crop: isBoolean,
    stripWidth: within(20, 100),
    background: oneOf(BACKGROUNDS),
    slide: isBoolean,
    brightness: within(30, 150),
    grayscale: isBoolean,
  },
  ofSeries: ['direction', 'layout', 'coverAlone', 'fit', 'crop', 'stripWidth'],
  ofScreen: ['stripWidth', 'brightness'],
}

export const BACKGROUND_COLOURS = { black: '#000', grey: '#3a3a3c', white: '#fff' } as const

/** Two pages at once only where turning goes sideways, and in `auto` only where there is room. */
export function showsDouble(settings: ComicSettings, view: { width: number; height: number }): boolean {
  if (settings.direction === 'ttb' || settings.direction === 'webtoon') return false
  return settings.layout === 'double' || (settings.layout === 'auto' && view.width > view.height * 1.1)
}

/** The reading direction that a book asks for, if it is one that we know. */
export function directionOf(value: string | null | undefined): ReadingDirection | undefined {
  return READING_DIRECTIONS.find(direction => direction === value)
}
