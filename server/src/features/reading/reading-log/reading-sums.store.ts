import { sql } from 'kysely'
import { type Tx, writeShape } from '../../../db'
import type { LoggedSession } from './logged-session'
import { monthOf, quarterOf } from './spans'

/** A session's addition to the sums: all of it, or its growth. */
export type Reading = Omit<LoggedSession, 'id' | 'toPage' | 'toPercentage' | 'saidAt'> & {
  /** 1 for a session that is not in the sums yet. */
  readonly sessions: 0 | 1
}

type Sums = Record<string, string | number | null>

/** Adds to the sums by quarter of an hour, and by month, book and device. */
export async function addToSums(tx: Tx, userPk: number, readings: readonly Reading[]): Promise<void> {
  if (readings.length === 0) return
  const quarters = new Map<number, Sums>()
  const months = new Map<string, Sums>()
  for (const reading of readings) {
    const { bookPk, device, deviceName, activeMs, estimatedMs, pagesRead, startedAt, endedAt, sessions } = reading
    const sums = {
      measured_ms: activeMs ?? 0,
      estimated_ms: estimatedMs ?? 0,
      pages: pagesRead ?? 0,
      sessions,
    }
    const quarter = quarterOf(startedAt)
    add(
      quarters,
      quarter,
      { user_pk: userPk, quarter },
      {
        ...sums,
        untimed: sessions && !activeMs && !estimatedMs ? 1 : 0,
        unpaged: sessions && pagesRead === null ? 1 : 0,
      },
    )
    const month = monthOf(startedAt)
    const key = { user_pk: userPk, month, book_pk: bookPk, device }
    const finished = reading.kind === 'completed' ? 1 : 0
    const name = JSON.stringify([month, bookPk, device])
    add(months, name, { ...key, device_name: null, last_at: 0 }, { ...sums, finished })
    const row = months.get(name)
    if (row && endedAt >= Number(row.last_at))
      Object.assign(row, { last_at: endedAt, device_name: deviceName ?? row.device_name })
  }
  await addQuarters(tx, [...quarters.values()])
  await addMonths(tx, [...months.values()])
}

function add<Key>(known: Map<Key, Sums>, key: Key, of: Sums, sums: Readonly<Record<string, number>>): void {
  const row = known.get(key) ?? of
  known.set(key, row)
  for (const [name, value] of Object.entries(sums)) row[name] = Number(row[name] ?? 0) + value
}

const SUMMED = { measured_ms: 'bigint', estimated_ms: 'bigint', pages: 'bigint', sessions: 'bigint' } as const
const QUARTER = { user_pk: 'bigint', quarter: 'bigint', ...SUMMED, untimed: 'bigint', unpaged: 'bigint' } as const
const MONTH = {
  user_pk: 'bigint',
  month: 'bigint',
  book_pk: 'bigint',
  device: 'text',
  device_name: 'text',
  ...SUMMED,
  finished: 'bigint',
  last_at: 'bigint',
} as const

const names = (columns: object) => sql.join(Object.keys(columns).map(name => sql.ref(name)))
const increments = (table: string, given: string, columns: readonly string[]) =>
  sql.join(columns.map(name => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`${given}.${name}`)}`))

async function addQuarters(tx: Tx, rows: readonly Sums[]): Promise<void> {
  await writeShape(tx, 'reading-log.quarters', { rows: JSON.stringify(rows) }, (_query, p) => ({
    compile: () =>
      sql`insert into reading_quarters (${names(QUARTER)})
        select ${names(QUARTER)} from ${tx.dialect.jsonRows(p.rows, QUARTER)} as given where 1 = 1
        on conflict (user_pk, quarter) do update set ${increments('reading_quarters', 'excluded', [
          ...Object.keys(SUMMED),
          'untimed',
          'unpaged',
        ])}`.compile(tx.query),
  }))
}

/** After a merge two books may have a row each: one of them is continued. */
async function addMonths(tx: Tx, rows: readonly Sums[]): Promise<void> {
  const values = { rows: JSON.stringify(rows) }
  const same = (alias: string) => sql`select min(pk) from reading_months as same
    where same.user_pk = ${sql.ref(`${alias}.user_pk`)} and same.month = ${sql.ref(`${alias}.month`)}
      and same.book_pk = ${sql.ref(`${alias}.book_pk`)} and same.device = ${sql.ref(`${alias}.device`)}`
  await writeShape(tx, 'reading-log.months-new', values, (_query, p) => ({
    compile: () =>
      sql`insert into reading_months (user_pk, month, book_pk, device, last_at)
        select user_pk, month, book_pk, device, 0 from ${tx.dialect.jsonRows(p.rows, MONTH)} as given
        where (${same('given')}) is null`.compile(tx.query),
  }))
  await writeShape(tx, 'reading-log.months', values, (_query, p) => ({
    compile: () =>
      sql`update reading_months set ${increments('reading_months', 'given', [...Object.keys(SUMMED), 'finished'])},
          device_name = coalesce(given.device_name, reading_months.device_name),
          last_at = case when given.last_at > reading_months.last_at then given.last_at else reading_months.last_at end
        from ${tx.dialect.jsonRows(p.rows, MONTH)} as given
        where reading_months.pk = (${same('given')})`.compile(tx.query),
  }))
}
