import { type RawBuilder, sql } from 'kysely'
import { type Reader, runSql } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import { addTo, memberOf, newTotal, type Sums, type Total } from './sums'
import { monthsOf, type Window } from './window.rules'

export const BOOK_KINDS = ['book', 'series', 'format', 'author', 'genre', 'tag'] as const
export type BookKind = (typeof BOOK_KINDS)[number]

/** Sums of the visible books with a key: a book, series or name, or a format. */
export interface ShareSums<Key> extends Sums {
  readonly key: Key
  readonly finished: number
  readonly books: number
}

type KeyOf<Kind extends BookKind> = Kind extends 'format' ? string : number

/** The viewer's reading of visible books by one of their attributes, including books finished without a session. */
export function sharesRead<Kind extends BookKind>(
  reader: Reader,
  viewer: Viewer,
  window: Window,
  kind: Kind,
): Promise<ShareSums<KeyOf<Kind>>[]> {
  const isName = kind === 'author' || kind === 'genre' || kind === 'tag'
  const key = isName ? sql`book_facets.facet_pk` : sql.ref(KEYS[kind])
  // In this order: SQLite would start with all names of the kind.
  const names = sql`cross join book_facets cross join facets`
  const ofNames = sql`and book_facets.book_pk = books.pk and facets.pk = book_facets.facet_pk and facets.kind = ${sql.lit(kind)}`
  return runSql<ShareSums<KeyOf<Kind>>, Values>(
    reader,
    `statistics.by-${kind}|${visibilityKey(viewer)}`,
    valuesOf(viewer, window),
    p => sql<ShareSums<KeyOf<Kind>>>`select ${key} as key, cast(count(*) as bigint) as books, ${FINISHED}, ${SUMS}
      from (${books(p)}) as read cross join books ${isName ? names : sql``}
      where books.pk = read.book_pk and not books.deleted and ${visible(viewer, 'books.library_pk')} ${isName ? ofNames : sql``}
      group by ${key}`,
  )
}

/** The same by series and by format, from one reading of the sums. */
export async function seriesAndFormatsRead(
  reader: Reader,
  viewer: Viewer,
  window: Window,
): Promise<{ readonly series: ShareSums<number>[]; readonly formats: ShareSums<string>[] }> {
  const rows = await runSql<ShareSums<number> & { readonly format: string }, Values>(
    reader,
    `statistics.by-series-and-format|${visibilityKey(viewer)}`,
    valuesOf(viewer, window),
    p => sql<
      ShareSums<number> & { readonly format: string }
    >`select books.series_pk as key, books.file_format as format,
        cast(count(*) as bigint) as books, ${FINISHED}, ${SUMS}
      from (${books(p)}) as read cross join books
      where books.pk = read.book_pk and not books.deleted and ${visible(viewer, 'books.library_pk')}
      group by books.series_pk, books.file_format`,
  )
  return { series: summed(rows, row => row.key), formats: summed(rows, row => row.format) }
}

function summed<Row extends ShareSums<unknown>, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ShareSums<Key>[] {
  const shares = new Map<Key, { books: number } & Total>()
  for (const row of rows) {
    const share = memberOf(shares, keyOf(row), () => ({ books: 0, ...newTotal() }))
    addTo(share, row)
    share.books += row.books
    share.finished += row.finished
  }
  return [...shares].map(([key, share]) => ({ key, ...share }))
}

const KEYS = {
  book: 'books.pk',
  series: 'books.series_pk',
  format: 'books.file_format',
  author: '',
  genre: '',
  tag: '',
}

export interface DeviceSums extends Sums {
  readonly device: string
  readonly device_name: string | null
  readonly finished: number
  readonly last_at: number
}

/** The viewer's reading by device, most recently used first. */
export function devicesRead(reader: Reader, viewer: Viewer, window: Window): Promise<DeviceSums[]> {
  return runSql<DeviceSums, Values & { most: number }>(
    reader,
    'statistics.devices',
    { ...valuesOf(viewer, window), most: MOST_DEVICES },
    p => sql<DeviceSums>`select device, max(device_name) as device_name, ${FINISHED},
        max(last_at) as last_at, ${SUMS}
      from (${deviceParts(p)}) as parts group by device order by max(last_at) desc limit ${p.most}`,
  )
}

/** More devices than anybody uses. */
const MOST_DEVICES = 100

const SUMS = sql`cast(sum(measured_ms) as bigint) as measured_ms, cast(sum(estimated_ms) as bigint) as estimated_ms,
  cast(sum(pages) as bigint) as pages, cast(sum(sessions) as bigint) as sessions`

const FINISHED = sql`cast(sum(finished) as bigint) as finished`

type Values = ReturnType<typeof valuesOf>

function valuesOf({ userPk }: Viewer, window: Window) {
  const { first, last, head, tail } = monthsOf(window)
  const { from, to } = window
  const days = { headFrom: head.from, headTo: head.to, tailFrom: tail.from, tailTo: tail.to }
  return { userPk, first, last, from, to, ...days }
}

type Placed = Readonly<Record<keyof Values, unknown>>

/** Whole months are summed already; before and after them, sessions are read. */
function parts(p: Placed, table: string, columns: RawBuilder<unknown>, ofSessions: RawBuilder<unknown>) {
  const sessions = (from: unknown, to: unknown) => sql`select ${ofSessions}, coalesce(active_ms, 0),
      coalesce(estimated_ms, 0), coalesce(pages_read, 0), 1
    from reading_sessions where user_pk = ${p.userPk} and kind <> 'reset' and started_at >= ${from} and started_at < ${to}`
  return sql`select ${columns}, measured_ms, estimated_ms, pages, sessions
    from ${sql.table(table)} where user_pk = ${p.userPk} and month >= ${p.first} and month < ${p.last}
    union all ${sessions(p.headFrom, p.headTo)} union all ${sessions(p.tailFrom, p.tailTo)}`
}

function deviceParts(p: Placed): RawBuilder<unknown> {
  const columns = sql`device, device_name, last_at, finished`
  const ofSessions = sql`device, device_name, ended_at, case when kind = 'completed' then 1 else 0 end`
  return parts(p, 'reading_devices', columns, ofSessions)
}

/** Sums of each book. */
const books = (p: Placed) =>
  sql`select book_pk, ${FINISHED}, ${SUMS} from (${bookParts(p)}) as parts where book_pk is not null group by book_pk`

/** Finished readings have no sessions where they were only marked as read. */
function bookParts(p: Placed): RawBuilder<unknown> {
  return sql`${parts(p, 'reading_months', sql`book_pk, 0 as finished`, sql`book_pk, 0`)}
    union all select book_pk, 1, 0, 0, 0, 0 from readings
      where user_pk = ${p.userPk} and completed and ended_at >= ${p.from} and ended_at < ${p.to}`
}
