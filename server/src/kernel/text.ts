const DIGITS = /\d+/g
const ZERO = 48
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/
const MARKS = /\p{M}+/gu

/** Lower case without accents, for comparing and finding: `Élan` and `elan` are one. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKC')
}

/**
 * A key whose order as bytes is the natural order of the text: folded, numbers by value (`Vol. 2` before `Vol. 10`).
 * A run of digits becomes its length and its digits without leading zeros; lengths above 99 count as 99.
 */
export function sortKey(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim().replace(DIGITS, numberKey)
}

function numberKey(digits: string): string {
  let start = 0
  while (start < digits.length - 1 && digits.charCodeAt(start) === ZERO) start++
  const length = Math.min(digits.length - start, 99)
  return (length < 10 ? `0${length}` : String(length)) + digits.slice(start)
}

/**
 * What a column of text is compared by beside the text itself: null where `lower()` of a database gives the same, which
 * is the case for all of ASCII.
 */
export function foldedOrNull(text: string | null): string | null {
  return text === null || ASCII.test(text) ? null : fold(text)
}
