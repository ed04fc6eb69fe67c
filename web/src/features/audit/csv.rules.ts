/** Prefixes that a spreadsheet interprets as a formula (OWASP, CSV injection); an apostrophe makes them text. */
const formula = /^[=+\-@\t\r]/

/** A table in RFC 4180 format: lines end with CR LF, cells with a comma, quote or line break are quoted. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
