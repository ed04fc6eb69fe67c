import { type RawBuilder, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { Sort } from './statistics.view'
import type { Sums } from './sums'
import { monthsOf, type Window } from './window.rules'

const BOOK_KINDS = ['book', 'series', 'format', 'author', 'genre', 'tag'] as const
export type BookKind = (typeof BOOK_KINDS)[number]

/** Sums of the visible books with a key: a book, series or name, or a format. */
export interface ShareSums<Key> extends Sums {
  readonly key: Key
  readonly finished: number
  readonly books: number
}

type KeyOf<Kind extends BookKind> = Kind extends 'format' ? string : number

/** Which shares are returned: the largest ones by a measure. */
export interface Largest {
  readonly sort: Sort
  readonly limit: number
}

/** The viewer's largest shares of visible books by one of their attributes, including books finished without a session. */
export function sharesRead<Kind extends BookKind>(
  reader: Reader,
  viewer: Viewer,
  window: Window,
  kind: Kind,
  { sort, limit }: Largest,
): Promise<ShareSums<KeyOf<Kind>>[]> {
  const isName = kind === 'author' || kind === 'genre' || kind === 'tag'
  const key = isName ? sql`book_facets.facet_pk` : sql.ref(KEYS[kind])
  // In this order: SQLite would start with all names of the kind.
  const names = sql`cross join book_facets cross join facets`
  const ofNames = sql`and book_facets.book_pk = books.pk and facets.pk = book_facets.facet_pk and facets.kind = ${sql.lit(kind)}`
  const { finished, sums } = totals(reader)
  return runPrepared<ShareSums<KeyOf<Kind>>, Values & { limit: number }>(
    reader,
    `statistics.by-${kind}|${sort}|${visibilityKey(viewer)}`,
    { ...valuesOf(viewer, window), limit },
    p =>
      largest(
        sql`select ${key} as key, cast(count(*) as bigint) as books, ${finished}, ${sums}
        from (${books(reader, p)}) as read cross join books ${isName ? names : sql``}
        where books.pk = read.book_pk and not books.deleted and ${visible(viewer, 'books.library_pk')} ${isName ? ofNames : sql``}
        group by ${key}`,
        sort,
        p.limit,
      ),
  )
}

type SeriesOrFormat = Omit<ShareSums<number>, 'key'> & { readonly key: number | null; readonly format: string | null }

/** The largest shares by series, and all by format, from one reading of the sums. */
export async function seriesAndFormatsRead(
  reader: Reader,
  viewer: Viewer,
  window: Window,
  { sort, limit }: Largest,
): Promise<{ readonly series: ShareSums<number>[]; readonly formats: ShareSums<string>[] }> {
  const { finished, sums } = totals(reader)
  const added = sql`cast(count(*) as bigint) as books, ${finished}, ${sums}`
  const rows = await runPrepared<SeriesOrFormat, Values & { limit: number }>(
    reader,
    `statistics.by-series-and-format|${sort}|${visibilityKey(viewer)}`,
    { ...valuesOf(viewer, window), limit },
    p => sql<SeriesOrFormat>`with seen as materialized (
        select books.series_pk, books.file_format, read.*
        from (${books(reader, p)}) as read cross join books
        where books.pk = read.book_pk and not books.deleted and ${visible(viewer, 'books.library_pk')}
      )
      select * from (${largest(
        sql`select series_pk as key, cast(null as text) as format, ${added} from seen group by series_pk`,
        sort,
        p.limit,
      )}) as series
      union all select cast(null as bigint), file_format, ${added} from seen group by file_format`,
  )
  return {
    series: rows.flatMap(({ key, format: _, ...share }) => (key === null ? [] : [{ key, ...share }])),
    formats: rows.flatMap(({ format, ...share }) => (format === null ? [] : [{ ...share, key: format }])),
  }
}

/** The largest shares, in order. */
function largest<Row>(shares: RawBuilder<Row>, sort: Sort, limit: unknown): RawBuilder<Row> {
  return sql<Row>`select * from (${shares}) as share
    order by ${MEASURE[sort]} desc, sessions desc, finished desc, key limit ${limit}`
}

const MEASURE: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  time: sql`measured_ms + estimated_ms`,
  pages: sql`pages`,
  completions: sql`finished`,
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
  const { finished, sums } = totals(reader)
  return runPrepared<DeviceSums, Values & { most: number }>(
    reader,
    'statistics.devices',
    { ...valuesOf(viewer, window), most: MOST_DEVICES },
    p => sql<DeviceSums>`select device, max(device_name) as device_name, ${finished},
        max(last_at) as last_at, ${sums}
      from (${deviceParts(p)}) as parts group by device order by max(last_at) desc limit ${p.most}`,
  )
}

/** More devices than anybody uses. */
const MOST_DEVICES = 100

/** Sums of the rows of `parts`, or of their sums. */
function totals({ dialect }: Reader) {
  const sum = (name: string) => sql`${dialect.sum(sql.ref(name))} as ${sql.ref(name)}`
  return { finished: sum('finished'), sums: sql.join(['measured_ms', 'estimated_ms', 'pages', 'sessions'].map(sum)) }
}

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

/** Sums of each book, in the order of the indexes of books: their rows are found in half the time. */
function books(reader: Reader, p: Placed): RawBuilder<unknown> {
  const { finished, sums } = totals(reader)
  return sql`select book_pk, ${finished}, ${sums} from (${bookParts(p)}) as parts
    where book_pk is not null group by book_pk order by book_pk`
}

/** Finished readings have no sessions where they were only marked as read. */
function bookParts(p: Placed): RawBuilder<unknown> {
  return sql`${parts(p, 'reading_months', sql`book_pk, 0 as finished`, sql`book_pk, 0`)}
    union all select book_pk, 1, 0, 0, 0, 0 from readings
      where user_pk = ${p.userPk} and completed and ended_at >= ${p.from} and ended_at < ${p.to}`
}
