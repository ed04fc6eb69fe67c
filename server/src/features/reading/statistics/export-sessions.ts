import { pagesByKey, type Reader } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import { dateOfDay, dayCounter, zoneSpans } from '../../../kernel/time-zone'
import type { Viewer } from '../../../kernel/viewer'
import { type SessionRow, sessionsAfter } from './books.queries'
import type { Window } from './window.rules'

const AT_ONCE = 1000
const HEAD = [
  'day',
  'started',
  'ended',
  'series',
  'book',
  'format',
  'device',
  'measured minutes',
  'estimated minutes',
  'pages',
  'finished',
]

/** The viewer's sessions of a period as CSV (RFC 4180), in parts. */
export async function* sessionsAsCsv(
  reader: Reader,
  viewer: Viewer,
  window: Window,
  timeZone: string,
): AsyncGenerator<string, void, void> {
  const dayOf = dayCounter(zoneSpans(window.from, window.to, timeZone))
  yield line(HEAD)
  const pages = pagesByKey(AT_ONCE, after => sessionsAfter(reader, viewer, { ...window, after, most: AT_ONCE }))
  for await (const rows of pages) yield rows.map(row => line(cellsOf(row, dateOfDay(dayOf(row.started_at))))).join('')
}

function cellsOf(row: SessionRow, day: string): (string | null)[] {
  const minutes = (ms: number | null) => (ms === null ? null : (ms / 60_000).toFixed(2))
  const { series, book, file_format, device_name, device, pages_read } = row
  return [
    day,
    timestamp(row.started_at),
    timestamp(row.ended_at),
    series,
    book,
    file_format,
    device_name ?? device,
    minutes(row.active_ms),
    minutes(row.estimated_ms),
    pages_read === null ? null : String(pages_read),
    row.kind === 'completed' ? 'yes' : 'no',
  ]
}

function line(cells: readonly (string | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Spreadsheets interpret such text as a formula. */
function cell(value: string | null): string {
  const text = value === null ? '' : /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
