import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { Wanted, WantedColumn } from './wanted'

export interface EntryRow {
  readonly id: string
  readonly series_pk: number | null
  readonly book_pk: number | null
  readonly series_id: string | null
  readonly book_id: string | null
  readonly added_at: number
}

const ORDERS = {
  newest: sql`want_to_read.added_at desc, want_to_read.pk desc`,
  oldest: sql`want_to_read.added_at, want_to_read.pk`,
  custom: sql`want_to_read.position, want_to_read.pk`,
}
export type QueueOrder = keyof typeof ORDERS

/** The viewer's queue of visible, live series and books. */
export function queueOf(
  reader: Reader,
  viewer: Viewer,
  order: QueueOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<EntryRow[]> {
  return runPrepared<EntryRow, { userPk: number; limit: number; offset: number }>(
    reader,
    `want-to-read.queue|${order}|${visibilityKey(viewer)}`,
    { userPk: viewer.userPk, limit, offset },
    p => sql<EntryRow>`select want_to_read.id, want_to_read.series_pk, want_to_read.book_pk,
        series.id as series_id, books.id as book_id, want_to_read.added_at
      from want_to_read left join series on series.pk = want_to_read.series_pk
        left join books on books.pk = want_to_read.book_pk
      where want_to_read.user_pk = ${p.userPk} and ${isThere(viewer)}
      order by ${ORDERS[order]} limit ${p.limit} offset ${p.offset}`,
  )
}

/** Their number. */
export async function countQueue(reader: Reader, viewer: Viewer): Promise<number> {
  const [row] = await runPrepared<{ total: number }, { userPk: number }>(
    reader,
    `want-to-read.count|${visibilityKey(viewer)}`,
    { userPk: viewer.userPk },
    p => sql<{ total: number }>`select count(*) as total
      from want_to_read left join series on series.pk = want_to_read.series_pk
        left join books on books.pk = want_to_read.book_pk
      where want_to_read.user_pk = ${p.userPk} and ${isThere(viewer)}`,
  )
  return Number(row?.total ?? 0)
}

function isThere(viewer: Viewer) {
  return sql`((series.pk is not null and series.book_count > 0 and ${visible(viewer, 'series.library_pk')})
    or (books.pk is not null and not books.deleted and ${visible(viewer, 'books.library_pk')}))`
}

interface WantedRow {
  readonly pk: number
  readonly series_id: string
  readonly book_id: string | null
  readonly library_pk: number
  readonly library_id: string
}

/** The visible series or books, in the requested order. */
export async function wantedByIds(
  reader: Reader,
  viewer: Viewer,
  column: WantedColumn,
  ids: readonly string[],
): Promise<Wanted[]> {
  if (ids.length === 0) return []
  const asked = [...new Set(ids.map(id => id.toLowerCase()))]
  const of = sql.table(column === 'series_pk' ? 'series' : 'books')
  const table = column === 'series_pk' ? 'series' : 'books'
  const values = { ids: JSON.stringify(asked.map(id => ({ id }))) }
  const rows = await runPrepared<WantedRow, typeof values>(
    reader,
    `want-to-read.${table}|${visibilityKey(viewer)}`,
    values,
    p => sql<WantedRow>`select item.pk, parent.id as series_id,
        ${column === 'book_pk' ? sql`item.id` : sql`null`} as book_id,
        ${sql.ref(`${table}.library_pk`)} as library_pk, libraries.id as library_id
      from ${reader.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' })} as asked
      inner join ${of} on ${sql.ref(`${table}.id`)} = asked.id
      inner join ${of} as item on item.pk = ${sql.ref(`${table}.pk`)}
      inner join series as parent on parent.pk = ${column === 'book_pk' ? sql`item.series_pk` : sql`item.pk`}
      inner join libraries on libraries.pk = item.library_pk
      where ${column === 'series_pk' ? sql`series.book_count > 0` : sql`not books.deleted`}
        and ${visible(viewer, `${table}.library_pk`)}`,
  )
  const byId = new Map(rows.map(row => [row.book_id ?? row.series_id, row]))
  return asked.flatMap((id): Wanted[] => {
    const row = byId.get(id)
    if (!row) return []
    const { pk, series_id: seriesId, book_id: bookId, library_pk: libraryPk, library_id: libraryId } = row
    return [{ column, pk, seriesId, bookId, libraryPk, libraryId }]
  })
}
