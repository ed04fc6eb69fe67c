import type { Site } from './site'

type Values = Readonly<Record<string, unknown>>

/** Expected differences between two equivalent scans of one folder: keys and times. */
const INCIDENTAL = /^(pk|id|.*_pk|.*_at|description|unavailable_reason)$/

/** Rows of the catalogue by what they are called on the disk. */
const PARTS: Readonly<Record<string, string>> = {
  libraries: 'select name as place, libraries.* from libraries',
  folders: 'select path as place, library_folders.* from library_folders',
  series: `select libraries.name || '|' || ${text('series.path')} as place, series.*
    from series join libraries on libraries.pk = library_pk`,
  books: `select folders.path || '|' || ${text('books.path')} as place, ${text('series.path')} as series_path, books.*
    from books join library_folders folders on folders.pk = folder_pk join series on series.pk = series_pk`,
  pages: `select ${text('books.path')} as place, book_pages.* from book_pages join books on books.pk = book_pk`,
  metadata: `select ${text('books.path')} as place, book_metadata.* from book_metadata join books on books.pk = book_pk`,
  errors: `select ${text('books.path')} || '|' || error_type as place, book_errors.*
    from book_errors join books on books.pk = book_pk`,
  duplicates: `select kind || '|' || match_type as place, count(*) as groups,
    (select count(*) from duplicate_members) as members from duplicates group by kind, match_type`,
}

/** Paths are bytes in one database and text in the other. */
function text(column: string): string {
  return `cast(${column} as text)`
}

/** The catalogue without keys and times: one sorted line per row. Two scans of one folder give the same lines. */
export async function catalogueOf(site: Site): Promise<readonly string[]> {
  const lines: string[] = []
  for (const [part, sql] of Object.entries(PARTS)) {
    for (const row of await site.run<Values>(sql)) lines.push(lineOf(part, row))
  }
  return lines.sort()
}

export function lineOf(part: string, row: Values): string {
  const shown = Object.entries(row)
    .filter(([name]) => !INCIDENTAL.test(name))
    .map(([name, value]) => [name, plain(value)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  return `${part} ${JSON.stringify(Object.fromEntries(shown))}`
}

/** Bytes as hex; the databases' two kinds of true and false, and of numbers, as one. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  return value
}

/** In how many lines two states differ, and the first few of them. */
export function difference(golden: readonly string[], actual: readonly string[]): readonly string[] {
  const inGolden = count(golden)
  const inActual = count(actual)
  const all = new Set([...golden, ...actual])
  return [...all].flatMap(line => {
    const surplus = (inActual.get(line) ?? 0) - (inGolden.get(line) ?? 0)
    return surplus === 0 ? [] : [`${surplus > 0 ? 'too many' : 'missing'}: ${line}`]
  })
}

function count(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

/** Every row of every table that a task may change, with its times: any change is visible. */
export async function everyRow(site: Site): Promise<readonly string[]> {
  const lines: string[] = []
  for (const table of [
    'books',
    'series',
    'libraries',
    'book_pages',
    'book_metadata',
    'book_errors',
    'scans',
    'tasks',
  ]) {
    for (const row of await site.run<object>(`select * from ${table}`)) lines.push(`${table} ${JSON.stringify(row)}`)
  }
  return lines
}
