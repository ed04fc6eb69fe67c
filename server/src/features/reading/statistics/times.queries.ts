import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runShape, runSql } from '../../../db'
import type { ZoneSpan } from '../../../kernel/time-zone'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import { QUARTER_MS, quarterOf } from '../reading-log'
import type { Sums } from './sums'
import type { Window } from './window.rules'

export interface QuarterRow extends Sums {
  readonly quarter: number
  readonly untimed: number
  readonly unpaged: number
}

const NUMBERS = ['measured_ms', 'estimated_ms', 'pages', 'sessions', 'untimed', 'unpaged'] as const

/**
 * The viewer's reading by day of a time zone, in order, from the first of the spans on. A day is represented by its first
 * quarter with reading; a day on which clocks change may be in two parts. Each span without a change is one query, so that
 * days are integer arithmetic: grouping by dates of the database takes seven times as long.
 */
export async function quartersOf(
  reader: Reader,
  viewer: Viewer,
  { to }: Pick<Window, 'to'>,
  spans: readonly ZoneSpan[],
): Promise<readonly QuarterRow[]> {
  const parts = spans.map((span, at) => {
    const end = quarterOf(spans[at + 1]?.from ?? to)
    const offset = Math.round(span.offsetMs / QUARTER_MS)
    return quartersWithin(reader, { userPk: viewer.userPk, from: quarterOf(span.from), to: end, offset })
  })
  return (await Promise.all(parts)).flat()
}

type Within = {
  readonly userPk: number
  readonly from: number
  readonly to: number
  /** Quarters that clocks are ahead of UTC. */
  readonly offset: number
}

function quartersWithin(reader: Reader, within: Within): Promise<QuarterRow[]> {
  return runShape<QuarterRow, Within>(reader, 'statistics.quarters', within, (query, p) =>
    query
      .selectFrom('reading_quarters')
      .select(eb => eb.fn.min('quarter').as('quarter'))
      .select(NUMBERS.map(name => sql<number>`cast(sum(${sql.ref(name)}) as bigint)`.as(name)))
      .where('user_pk', '=', p.userPk)
      .where('quarter', '>=', p.from)
      .where('quarter', '<', p.to)
      .groupBy(sql`(quarter + cast(${p.offset} as bigint)) / ${sql.lit(QUARTERS_A_DAY)}`)
      .orderBy('quarter'),
  )
}

const QUARTERS_A_DAY = 96

export interface FinishedRow {
  readonly ended_at: number
  readonly book_pk: number
}

/** The viewer's finished readings of visible books in a period, in order. */
export function finishedIn(reader: Reader, viewer: Viewer, { from, to }: Window): Promise<FinishedRow[]> {
  const values = { userPk: viewer.userPk, from, to }
  return runShape<FinishedRow, typeof values>(
    reader,
    `statistics.finished|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      query
        .selectFrom('readings')
        .innerJoin('books', 'books.pk', 'readings.book_pk')
        .select(['readings.ended_at', 'readings.book_pk'])
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
  const [row] = await runSql<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f', number | null>, { userPk: number }>(
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
