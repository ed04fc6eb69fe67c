/**
 * Matches what JSON.stringify escapes, one at a time, so that a backslash of the text is not taken for the start of an
 * escape.
 */
const ESCAPES = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g

/**
 * The JSON text of rows for `jsonRows`. PostgreSQL rejects NUL and lone surrogates, which file names and metadata may
 * contain: each becomes U+FFFD, as the driver does with text parameters.
 */
export function jsonText(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const text = JSON.stringify(rows)
  if (!text.includes('\\u')) return text
  // JSON.stringify escapes only lone surrogates.
  return text.replace(ESCAPES, (escaped, broken?: string) => (broken === undefined ? escaped : '\\ufffd'))
}
