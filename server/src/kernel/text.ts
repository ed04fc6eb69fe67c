import { foldForSearch, withoutAccents } from '@octavo/contract/fold'

const DIGITS = /\d+/g
const ZERO = 48
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/

/** Lower case without accents, for keys that identify or sort: `Élan` equals `elan`. Stored keys must stay the same. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return withoutAccents(text).normalize('NFKC')
}

/** The form in which texts are searched and filtered: `Straße` equals `strasse` too. */
export function searchForm(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return foldForSearch(text).normalize('NFKC')
}

/**
 * A key whose order as bytes is the natural order of the text: folded, numbers by value (`Vol. 2` before `Vol. 10`). A
 * run of digits becomes its length and its digits without leading zeros; lengths are capped at 99.
 */
export function sortKey(text: string): string {
  const key = fold(cutToBytes(text, SORT_KEY_BYTES)).replace(/\s+/g, ' ').trim().replace(DIGITS, numberKey)
  return cutToBytes(key, SORT_KEY_BYTES)
}

/** A PostgreSQL index row has at most 2,704 bytes, which a sort key shares with other columns. */
const SORT_KEY_BYTES = 1_000

/** The longest prefix of a text within a number of bytes in UTF-8, whole characters only. */
export function cutToBytes(text: string, bytes: number): string {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= bytes) return text
  const start = Buffer.from(text.slice(0, bytes + 1))
  if (start.length <= bytes) return text
  let end = bytes
  while (end > 0 && ((start[end] as number) & 0xc0) === 0x80) end--
  return start.toString('utf8', 0, end)
}

function numberKey(digits: string): string {
  let start = 0
  while (start < digits.length - 1 && digits.charCodeAt(start) === ZERO) start++
  const length = Math.min(digits.length - start, 99)
  return (length < 10 ? `0${length}` : String(length)) + digits.slice(start)
}

/** The comparison form of a text column: null if the database's `lower()` gives the same, as for ASCII. */
export function foldedOrNull(text: string | null): string | null {
  return text === null || ASCII.test(text) ? null : searchForm(text)
}

/**
 * Maximum bytes of a name's key: a longer one ends with its hash, so that names with a common prefix stay different.
 */
const NAME_KEY_BYTES = 1_200

/** The comparison key of names: folded, and short enough for a PostgreSQL index. */
export function nameKey(name: string): string {
  const key = fold(name.toWellFormed())
  const beginning = cutToBytes(key, NAME_KEY_BYTES)
  return beginning === key ? key : `${beginning}#${Bun.hash(key).toString(36)}`
}

/** Whitespace and control characters, which show as nothing or as a space. */
const SPACES = /[\s\p{Cc}]+/gu
/** Invisible characters that only control text direction; joiners, which shape letters, stay. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu

/** A text on one line: single spaces, without control characters and direction marks. */
export function cleanLine(text: string): string {
  return text.replace(INVISIBLE, '').replace(SPACES, ' ').trim()
}
