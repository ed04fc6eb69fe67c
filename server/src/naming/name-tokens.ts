import { CHAPTER_WORDS, VOLUME_WORDS } from './number-words'

/** Allowed before a token: `Series v01`, `Series_v01`, `[v01]`, `Vol.c5`. */
const BEFORE = String.raw`(?<=^|[\s_\-.,[(/])`

/** Whole numbers only: `v01.5` is not a volume. */
const VOLUME = new RegExp(String.raw`${BEFORE}(?:${VOLUME_WORDS})\.?[\s_]*(\d{1,6})(?!\d|\.\d|\p{L})`, 'giu')

/** A letter after the number changes its meaning: `c2c` is a scanner's tag. */
const CHAPTER = new RegExp(String.raw`${BEFORE}(?:${CHAPTER_WORDS})\.?[\s_]*(\d{1,6}(?:\.\d{1,3})?)(?!\d|\p{L})`, 'giu')

/** The first volume in a file name; null for none. A year is not a volume: `v2016`. */
export function volumeInName(stem: string): number | null {
  return firstNumber(stem, VOLUME, isYear)
}

/** The first chapter in a file name. */
export function chapterInName(stem: string): number | null {
  return firstNumber(stem, CHAPTER, () => false)
}

/** The first match of a global pattern whose number is accepted. */
export function firstNumber(stem: string, pattern: RegExp, refused: (digits: string) => boolean): number | null {
  // A loop instead of matchAll, which copies the pattern: this runs several times for every file of a scan.
  pattern.lastIndex = 0
  for (let match = pattern.exec(stem); match; match = pattern.exec(stem)) {
    const digits = match[1]
    if (digits !== undefined && !refused(digits)) return Number(digits)
  }
  return null
}

/** Four digits from 1900 to 2099. */
export function isYear(digits: string): boolean {
  return /^(?:19|20)\d\d$/.test(digits)
}

export { BEFORE as TOKEN_START }
