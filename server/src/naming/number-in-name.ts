import { firstNumber, isYear, TOKEN_START } from './name-tokens'
import { CHAPTER_WORDS, VOLUME_WORDS } from './number-words'

const NUMBER = String.raw`(\d{1,6}(?:\.\d{1,3})?)(?!\d|\p{L})`
/** Not in brackets. */
const OUTSIDE = String.raw`(?![^()[\]]*[)\]])`
const never = () => false

/** Notations of a number in a file name, clearest first. */
const PATTERNS: readonly { readonly pattern: RegExp; readonly refused: (digits: string) => boolean }[] = [
  { pattern: new RegExp(String.raw`#\s*${NUMBER}`, 'giu'), refused: never },
  // A volume in brackets only says where a chapter belongs: `c082 (v17)`.
  { pattern: token(VOLUME_WORDS, OUTSIDE), refused: isYear },
  { pattern: token(CHAPTER_WORDS), refused: never },
  { pattern: token(VOLUME_WORDS), refused: isYear },
  { pattern: token('part'), refused: never },
  { pattern: token('ep(?:isode)?'), refused: never },
  { pattern: /\((\d{1,6}(?:\.\d{1,3})?)\)/gu, refused: isYear },
  { pattern: /(?<![\p{L}\d.])(\d{1,6}(?:\.\d{1,3})?)[\s_]*(?=[([]|$)/gu, refused: isYear },
]

function token(word: string, where = ''): RegExp {
  return new RegExp(String.raw`${TOKEN_START}(?:${word})\.?[\s_]*${NUMBER}${where}`, 'giu')
}

/** The number in a file name; null without one. Years do not count. */
export function numberInName(stem: string): number | null {
  for (const { pattern, refused } of PATTERNS) {
    const number = firstNumber(stem, pattern, refused)
    if (number !== null) return number
  }
  return null
}

const FRACTIONS: Readonly<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 }

/** A number in metadata notation: `1`, `1.5`, `1,5`, `½`, `12½`, `-1`, `7a`; null if invalid. */
export function parseNumber(text: string | null): number | null {
  const match = text?.trim().match(/^([+-]?\d{1,9}(?!\d)(?:[.,]\d{1,6})?)?([¼½¾⅓⅔])?/u)
  const [, whole, fraction] = match ?? []
  if (whole === undefined && fraction === undefined) return null
  return Number(whole?.replace(',', '.') ?? 0) + (fraction === undefined ? 0 : (FRACTIONS[fraction] ?? 0))
}
