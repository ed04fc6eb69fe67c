import type { ExportFormat } from '@octavo/contract/series-export'
import type { Cell } from './export-fields'

/** A row with its column keys, in their order. */
export type Row = readonly (readonly [key: string, value: Cell])[]

/** A writer for rows in one format. */
export interface RowText {
  readonly begin: string
  readonly row: (row: Row, isFirst: boolean) => string
  readonly end: string
}

/** A text that spreadsheets would take for a formula begins with an apostrophe: OWASP, CSV injection. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r]/
const SPECIAL = /[\\`*_{}[\]()<>#+\-!|~&]/g
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

function csvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const plain = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Text escaped for Markdown, on one line. */
function markdownText(value: Cell): string {
  return String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SPECIAL, sign => ENTITIES[sign] ?? `\\${sign}`)
    .replace(/^(\d+)([.)])/, '$1\\$2')
}

function jsonRow(row: Row): string {
  return JSON.stringify(Object.fromEntries(row.filter(([, value]) => value !== null)))
}

/** The anchor is the heading; the other values follow as a list. */
function markdownRow(row: Row): string {
  const [[, name] = ['', ''], ...rest] = row
  const lines = rest.flatMap(([key, value]) =>
    value === null ? [] : [`- **${markdownText(key)}**: ${markdownText(value)}\n`],
  )
  return `## ${markdownText(name) || '—'}\n\n${lines.join('')}${lines.length > 0 ? '\n' : ''}`
}

/** A format for columns with these keys. */
export function rowText(format: ExportFormat, keys: readonly string[]): RowText {
  if (format === 'csv') {
    return { begin: csvLine(keys), row: row => csvLine(row.map(([, value]) => value)), end: '' }
  }
  if (format === 'md') return { begin: '', row: markdownRow, end: '' }
  return { begin: '[\n', row: (row, isFirst) => `${isFirst ? '' : ',\n'}${jsonRow(row)}`, end: '\n]' }
}
