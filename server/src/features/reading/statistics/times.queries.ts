import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import { QUARTER_MS } from '../reading-log'
import type { Window } from './window.rules'

export interface FinishedRow {
  readonly ended_at: number
}

/** The viewer's finished readings of visible books in a period, in order. */
export function finishedIn(reader: Reader, viewer: Viewer, { from, to }: Window): Promise<FinishedRow[]> {
  const values = { userPk: viewer.userPk, from, to }
  return runPrepared<FinishedRow, typeof values>(
    reader,
    `statistics.finished|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom('readings')
        .innerJoin('books', 'books.pk', 'readings.book_pk')
        .select('readings.ended_at')
        .where('readings.user_pk', '=', p.userPk)
        .where(sql<SqlBool>`readings.completed`)
        .where('readings.ended_at', '>=', p.from)
        .where('readings.ended_at', '<', p.to)
        .where(sql<SqlBool>`not books.deleted`)
        .where(visible(viewer, 'books.library_pk'))
        .orderBy('readings.ended_at'),
  )
}

/** The first and last time of the viewer's reading; null if there is none. Sums may begin before the first session. */
export async function coverageOf(
  reader: Reader,
  viewer: Viewer,
): Promise<{ readonly first: number | null; readonly last: number | null; readonly sumsFrom: number | null }> {
  const ends = (way: 'min' | 'max', column: string, of: RawBuilder<unknown>, userPk: unknown) =>
    sql`(select ${sql.raw(way)}(${sql.ref(column)}) from ${of} where user_pk = ${userPk})`
  const sessions = sql.table('reading_sessions')
  const readings = sql.table('readings')
  const [row] = await runPrepared<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f', number | null>, { userPk: number }>(
    reader,
    'statistics.coverage',
    { userPk: viewer.userPk },
    p => sql`select ${ends('min', 'started_at', sessions, p.userPk)} as a,
      ${ends('min', 'ended_at', readings, p.userPk)} as b,
      (select min(started_at) from readings where user_pk = ${p.userPk}) as c,
      ${ends('max', 'last_at', sql.table('reading_months'), p.userPk)} as d,
      ${ends('max', 'ended_at', readings, p.userPk)} as e,
      ${ends('min', 'quarter', sql.table('reading_quarters'), p.userPk)} as f`,
  )
  const known = (values: readonly (number | null | undefined)[]) =>
    values.flatMap(value => (value == null ? [] : [Number(value)]))
  const first = known([row?.a, row?.b, row?.c])
  const last = known([row?.d, row?.e])
  const quarter = row?.f == null ? null : Number(row.f) * QUARTER_MS
  const sumsFrom = known([quarter, ...first])
  return {
    sumsFrom: sumsFrom.length === 0 ? null : Math.min(...sumsFrom),
    first: first.length === 0 ? null : Math.min(...first),
    last: last.length === 0 ? null : Math.max(...last),
  }
}
