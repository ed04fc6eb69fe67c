import { type RawBuilder, sql } from 'kysely'
import { type Reader, runSql } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { Sums } from './sums'
import { monthsOf, type Window } from './window.rules'

export interface BookSums extends Sums {
  readonly book_pk: number
  readonly series_pk: number
  readonly file_format: string
}

/** The viewer's reading by visible book. */
export function booksRead(reader: Reader, viewer: Viewer, window: Window): Promise<BookSums[]> {
  return runSql<BookSums, Values>(
    reader,
    `statistics.books|${visibilityKey(viewer)}`,
    valuesOf(viewer, window),
    p => sql<BookSums>`select sums.*, books.series_pk, books.file_format
      from (select book_pk, ${SUMS} from (${parts(p)}) as parts where book_pk is not null group by book_pk) as sums
      inner join books on books.pk = sums.book_pk
      where not books.deleted and ${visible(viewer, 'books.library_pk')}`,
  )
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
    p => sql<DeviceSums>`select device, max(device_name) as device_name, cast(sum(finished) as bigint) as finished,
        max(last_at) as last_at, ${SUMS}
      from (${parts(p)}) as parts group by device order by max(last_at) desc limit ${p.most}`,
  )
}

/** More devices than anybody uses. */
const MOST_DEVICES = 100

const SUMS = sql`cast(sum(measured_ms) as bigint) as measured_ms, cast(sum(estimated_ms) as bigint) as estimated_ms,
  cast(sum(pages) as bigint) as pages, cast(sum(sessions) as bigint) as sessions`

type Values = ReturnType<typeof valuesOf>

function valuesOf({ userPk }: Viewer, window: Window) {
  const { first, last, head, tail } = monthsOf(window)
  return { userPk, first, last, from: head.from, to: head.to, tailFrom: tail.from, tailTo: tail.to }
}

/** Whole months are summed already; before and after them, sessions are read. */
function parts(p: Readonly<Record<keyof Values, unknown>>): RawBuilder<unknown> {
  const sessions = (from: unknown, to: unknown) => sql`select book_pk, device, device_name, coalesce(active_ms, 0),
      coalesce(estimated_ms, 0), coalesce(pages_read, 0), 1, case when kind = 'completed' then 1 else 0 end, ended_at
    from reading_sessions where user_pk = ${p.userPk} and kind <> 'reset' and started_at >= ${from} and started_at < ${to}`
  return sql`select book_pk, device, device_name, measured_ms, estimated_ms, pages, sessions, finished, last_at
    from reading_months where user_pk = ${p.userPk} and month >= ${p.first} and month < ${p.last}
    union all ${sessions(p.from, p.to)} union all ${sessions(p.tailFrom, p.tailTo)}`
}
