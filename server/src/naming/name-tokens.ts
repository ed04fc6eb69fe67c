/** What may stand before a token: `Series v01`, `Series_v01`, `[v01]`, `Vol.c5`. */
const BEFORE = String.raw`(?<=^|[\s_\-.,[(/])`

/** Whole numbers only: `v01.5` is no volume. */
const VOLUME = new RegExp(String.raw`${BEFORE}v(?:ol(?:ume)?)?\.?[\s_]*(\d{1,6})(?!\d|\.\d|\p{L})`, 'giu')

/** A letter behind the number makes it something else: `c2c` says who scanned it. */
const CHAPTER = new RegExp(String.raw`${BEFORE}c(?:h(?:apter)?)?\.?[\s_]*(\d{1,6}(?:\.\d{1,3})?)(?!\d|\p{L})`, 'giu')

/** The first volume that a file name names; null for none. A year is not a volume: `v2016`. */
export function volumeInName(stem: string): number | null {
  return firstNumber(stem, VOLUME, isYear)
}

/** The first chapter that a file name names. */
export function chapterInName(stem: string): number | null {
  return firstNumber(stem, CHAPTER, () => false)
}

/** The first hit of a global pattern whose number is not refused. */
export function firstNumber(stem: string, pattern: RegExp, refused: (digits: string) => boolean): number | null {
  // A loop instead of matchAll, which copies the pattern: every file of a scan comes by here several times.
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
