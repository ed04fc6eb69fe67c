/** What JSON.stringify escapes, one at a time, so that a backslash of the text is not taken for the beginning of one. */
const ESCAPES = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g

/**
 * The JSON text of rows for `jsonRows`. PostgreSQL takes no NUL and no half of a character in it, which names and metadata of
 * files may well have: each becomes U+FFFD, as the driver makes it of a text of its own.
 */
export function jsonText(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const text = JSON.stringify(rows)
  if (!text.includes('\\u')) return text
  // Whole characters are written as they are: an escaped surrogate is a half.
  return text.replace(ESCAPES, (escaped, broken?: string) => (broken === undefined ? escaped : '\\ufffd'))
}
