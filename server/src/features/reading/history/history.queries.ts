import { type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

export interface ReadingRow {
  readonly id: string
  readonly completed: boolean
  readonly page: number
  readonly started_at: number
  readonly ended_at: number
}

/** The viewer's readings of a visible book, newest first. */
export function readingsOfBook(reader: Reader, viewer: Viewer, bookPk: number): Promise<ReadingRow[]> {
  const values = { userPk: viewer.userPk, bookPk }
  return runPrepared<ReadingRow, typeof values>(reader, 'history.book', values, (p, query) =>
    query
      .selectFrom('readings')
      .select(['id', 'completed', 'page', 'started_at', 'ended_at'])
      .where('user_pk', '=', p.userPk)
      .where('book_pk', '=', p.bookPk)
      .orderBy('ended_at', 'desc')
      .orderBy('pk', 'desc')
      .limit(MOST),
  )
}

/**
 * When the viewer finished a series, newest first: its n-th reading consists of the n-th readings of all live books.
 */
export function readingsOfSeries(
  reader: Reader,
  viewer: Viewer,
  seriesPk: number,
): Promise<{ readonly started_at: number; readonly ended_at: number }[]> {
  return runPrepared(
    reader,
    'history.series',
    { userPk: viewer.userPk, seriesPk, most: MOST },
    p => sql<{ started_at: number; ended_at: number }>`
      select cast(min(started_at) as bigint) as started_at, cast(max(ended_at) as bigint) as ended_at
      from (select readings.started_at, readings.ended_at,
          row_number() over (partition by readings.book_pk order by readings.ended_at, readings.pk) as turn
        from books inner join readings on readings.book_pk = books.pk and readings.user_pk = ${p.userPk}
        where books.series_pk = ${p.seriesPk} and not books.deleted and readings.completed) as numbered
      group by turn
      having count(*) = (select count(*) from books where series_pk = ${p.seriesPk} and not deleted)
      order by turn desc limit ${p.most}`,
  )
}

/** More readings of one book or series than anybody has. */
const MOST = 1000

export interface ShownReading extends ReadingRow {
  readonly book_id: string
  readonly book_title: string
  readonly series_id: string
  readonly series_title: string
  readonly page_count: number
  readonly thumb_hash: string | null
  readonly cover_version: string | null
}

/** A page of the viewer's readings of visible books, newest first, and the total. */
export async function allReadings(
  reader: Reader,
  viewer: Viewer,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: ShownReading[]; readonly total: number }> {
  const of = () =>
    reader.query
      .selectFrom('readings')
      .innerJoin('books', 'books.pk', 'readings.book_pk')
      .where('readings.user_pk', '=', viewer.userPk)
      .where(sql<SqlBool>`not books.deleted`)
      .where(visible(viewer, 'books.library_pk'))
  const rows = await of()
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .select(['readings.id', 'readings.completed', 'readings.page', 'readings.started_at', 'readings.ended_at'])
    .select(['books.id as book_id', 'books.title as book_title', 'books.page_count'])
    .select(['books.thumb_hash', 'books.cover_version'])
    .select(['series.id as series_id', 'series.title as series_title'])
    .orderBy('readings.ended_at', 'desc')
    .orderBy('readings.pk', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await of()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
