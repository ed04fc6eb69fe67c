import { CHOSEN_FONT } from '../bridge/protocol'

/** The book's own, two system fonts, and bundled ones. */
export const FONTS = [
  'publisher',
  'serif',
  'sans',
  'literata',
  'sourceSerif',
  'garamond',
  'merriweather',
  'bitter',
  'openSans',
  'atkinson',
  'openDyslexic',
] as const

/** A user's own font by name; on a device without it, the book's is used. */
const OWN = 'own:'
export const LONGEST_NAME = 60
export type EpubFont = (typeof FONTS)[number] | `own:${string}`

export const ownFont = (name: string): EpubFont => `own:${name}`

/** The name of a user's own font; null for others. */
export const ownName = (font: EpubFont): string | null => (font.startsWith(OWN) ? font.slice(OWN.length) : null)

export function isFont(value: unknown): value is EpubFont {
  if (typeof value !== 'string') return false
  const isOwn = value.startsWith(OWN) && value.length > OWN.length && value.length <= OWN.length + LONGEST_NAME
  return isOwn || FONTS.some(font => font === value)
}

const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Charter, "Noto Serif", Georgia, serif'
const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif'

/** The CSS font family, with a similar fallback for missing characters. */
export function familyOf(font: EpubFont): string | null {
  if (font === 'publisher') return null
  if (font === 'serif') return SERIF
  if (font === 'sans') return SANS
  const isSans = font === 'openSans' || font === 'atkinson' || font === 'openDyslexic'
  return `"${CHOSEN_FONT}", ${isSans ? SANS : SERIF}`
}

/** The subsets of a font for a language, by their Fontsource names. */
export function subsetsOf(language: string | null): readonly string[] {
  const latin = ['latin', 'latin-ext']
  const script = scriptOf(language)
  if (script === 'Cyrl') return ['cyrillic', 'cyrillic-ext', ...latin]
  if (script === 'Grek') return ['greek', 'greek-ext', ...latin]
  return /^vi\b/i.test(language ?? '') ? ['vietnamese', ...latin] : latin
}

function scriptOf(language: string | null): string | undefined {
  try {
    return language ? new Intl.Locale(language).maximize().script : undefined
  } catch {
    return undefined
  }
}
