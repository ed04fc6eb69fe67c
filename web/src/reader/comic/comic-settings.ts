import { READING_DIRECTIONS, type ReadingDirection } from '@octavo/contract/formats'
import { isBoolean, oneOf, within } from '../settings/layered.rules'
import type { SettingsSpec } from '../settings/settings-spec'
import { TAPS, type Taps } from './direction.rules'
import { FITS, type Fit } from './fit.rules'
import { OWN_KEYS, type OwnKeyAction, type OwnKeys } from './keys.rules'

const LAYOUTS = ['single', 'double', 'auto'] as const
export const BACKGROUNDS = ['black', 'grey', 'white'] as const

type PlainSettings = {
  readonly direction: ReadingDirection
  /** `auto` shows two pages while the screen is wider than high. */
  readonly layout: (typeof LAYOUTS)[number]
  readonly coverAlone: boolean
  readonly fit: Fit
  /** Crops white and black borders of pages. */
  readonly crop: boolean
  /** Width of a webtoon strip in percent of the screen; a phone always uses all of it. */
  readonly stripWidth: number
  readonly background: (typeof BACKGROUNDS)[number]
  /** Pages slide on a key or tap. */
  readonly slide: boolean
  /** Percent. */
  readonly brightness: number
  readonly grayscale: boolean
  /** Inverts the pages. */
  readonly night: boolean
  /** Shows one panel after the other instead of whole pages. */
  readonly panels: boolean
  /** Speed of automatic scrolling, in pixels per second. */
  readonly scrollSpeed: number
  readonly taps: Taps
}

/** A custom key for each action; empty for none. */
type KeySettings = { readonly [A in OwnKeyAction as `key.${A}`]: string }
export type ComicSettings = PlainSettings & KeySettings

function forEachKey<V>(value: V): { readonly [K in keyof KeySettings]: V } {
  return Object.fromEntries(OWN_KEYS.map(action => [`key.${action}`, value])) as { [K in keyof KeySettings]: V }
}

export const keySetting = (action: OwnKeyAction) => `key.${action}` as const

export const keyChange = (action: OwnKeyAction, key: string): Partial<KeySettings> =>
  ({ [keySetting(action)]: key }) as Partial<KeySettings>

export const keysIn = (settings: KeySettings): OwnKeys =>
  Object.fromEntries(OWN_KEYS.map(action => [action, settings[keySetting(action)]]).filter(([, key]) => key !== ''))

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
    night: false,
    panels: false,
    scrollSpeed: 80,
    taps: 'edges',
    ...forEachKey(''),
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
    night: isBoolean,
    panels: isBoolean,
    scrollSpeed: within(20, 400),
    taps: oneOf(TAPS),
    ...forEachKey((value: unknown) => typeof value === 'string' && value.length <= 30),
  },
  ofSeries: ['direction', 'layout', 'coverAlone', 'fit', 'crop', 'stripWidth', 'panels'],
  ofScreen: ['stripWidth', 'brightness', 'scrollSpeed'],
}

export const BACKGROUND_COLOURS = { black: '#000', grey: '#3a3a3c', white: '#fff' } as const

/** Two pages only with horizontal turning, and in `auto` only if there is room. */
export function showsDouble(settings: ComicSettings, view: { width: number; height: number }): boolean {
  if (settings.panels || settings.direction === 'ttb' || settings.direction === 'webtoon') return false
  return settings.layout === 'double' || (settings.layout === 'auto' && view.width > view.height * 1.1)
}

/** The reading direction of a book, if it is a known one. */
export function directionOf(value: string | null | undefined): ReadingDirection | undefined {
  return READING_DIRECTIONS.find(direction => direction === value)
}
