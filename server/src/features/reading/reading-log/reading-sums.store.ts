import { sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import type { LoggedSession } from './logged-session'
import { monthOf, QUARTERS_A_BLOCK, quarterOf } from './spans'

/** A session's addition to the sums: all of it, or its growth. */
export type Reading = Omit<LoggedSession, 'id' | 'toPage' | 'toPercentage' | 'saidAt'> & {
  /** 1 for a session that is not in the sums yet. */
  readonly sessions: 0 | 1
  /** 1 for a new session without a time, -1 for one that has a time now. */
  readonly untimed: -1 | 0 | 1
}

type Sums = Record<string, string | number | null>

/** Adds to the sums by quarter of an hour and six hours, and by month of books and devices. */
export async function addToSums(tx: Tx, userPk: number, readings: readonly Reading[]): Promise<void> {
  if (readings.length === 0) return
  const [quarters, blocks] = [new Map<number, Sums>(), new Map<number, Sums>()]
  const [months, devices] = [new Map<string, Sums>(), new Map<string, Sums>()]
  for (const reading of readings) {
    const { bookPk, device, activeMs, estimatedMs, pagesRead, startedAt, sessions, untimed } = reading
    const sums = {
      measured_ms: activeMs ?? 0,
      estimated_ms: estimatedMs ?? 0,
      pages: pagesRead ?? 0,
      sessions,
    }
    const times = { ...sums, untimed, unpaged: sessions && pagesRead === null ? 1 : 0 }
    const quarter = quarterOf(startedAt)
    const block = Math.floor(quarter / QUARTERS_A_BLOCK)
    add(quarters, quarter, { user_pk: userPk, quarter }, times)
    add(blocks, block, { user_pk: userPk, block }, times)
    const month = monthOf(startedAt)
    const ends = { ...sums, finished: reading.kind === 'completed' ? 1 : 0 }
    const of = { user_pk: userPk, month, device, device_name: null, last_at: 0 }
    for (const row of [
      add(devices, JSON.stringify([month, device]), { ...of }, ends),
      add(months, JSON.stringify([month, bookPk, device]), { ...of, book_pk: bookPk }, ends),
    ])
      setLast(row, reading)
  }
  await addTimes(tx, 'reading_quarters', QUARTER, [...quarters.values()])
  await addTimes(tx, 'reading_blocks', BLOCK, [...blocks.values()])
  await addDevices(tx, [...devices.values()])
  await addMonths(tx, [...months.values()])
}

function setLast(row: Sums, { endedAt, deviceName }: Reading): void {
  if (endedAt >= Number(row.last_at))
    Object.assign(row, { last_at: endedAt, device_name: deviceName ?? row.device_name })
}

function add<Key>(known: Map<Key, Sums>, key: Key, of: Sums, sums: Readonly<Record<string, number>>): Sums {
  const row = known.get(key) ?? of
  known.set(key, row)
  for (const [name, value] of Object.entries(sums)) row[name] = Number(row[name] ?? 0) + value
  return row
}

const SUMMED = { measured_ms: 'bigint', estimated_ms: 'bigint', pages: 'bigint', sessions: 'bigint' } as const
const TIMES = { ...SUMMED, untimed: 'bigint', unpaged: 'bigint' } as const
const QUARTER = { user_pk: 'bigint', quarter: 'bigint', ...TIMES } as const
const BLOCK = { user_pk: 'bigint', block: 'bigint', ...TIMES } as const
const DEVICE = {
  user_pk: 'bigint',
  month: 'bigint',
  device: 'text',
  device_name: 'text',
  ...SUMMED,
  finished: 'bigint',
  last_at: 'bigint',
} as const
const MONTH = { ...DEVICE, book_pk: 'bigint' } as const

const names = (columns: object) => sql.join(Object.keys(columns).map(name => sql.ref(name)))
const increments = (table: string, given: string, columns: readonly string[]) =>
  sql.join(columns.map(name => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`${given}.${name}`)}`))

async function addTimes(
  tx: Tx,
  table: 'reading_quarters' | 'reading_blocks',
  columns: Readonly<Record<string, 'bigint'>>,
  rows: readonly Sums[],
): Promise<void> {
  const period = table === 'reading_blocks' ? 'block' : 'quarter'
  await runPrepared(
    tx,
    `reading-log.${table}`,
    { rows: JSON.stringify(rows) },
    p => sql`insert into ${sql.table(table)} (${names(columns)})
        select ${names(columns)} from ${tx.dialect.jsonRows(p.rows, columns)} as given where 1 = 1
        on conflict (user_pk, ${sql.ref(period)}) do update set ${increments(table, 'excluded', Object.keys(TIMES))}`,
  )
}

async function addDevices(tx: Tx, rows: readonly Sums[]): Promise<void> {
  await runPrepared(
    tx,
    'reading-log.devices',
    { rows: JSON.stringify(rows) },
    p => sql`insert into reading_devices (${names(DEVICE)})
        select ${names(DEVICE)} from ${tx.dialect.jsonRows(p.rows, DEVICE)} as given where 1 = 1
        on conflict (user_pk, month, device) do update set ${added('reading_devices', 'excluded')}`,
  )
}

/** Adds to the sums of a device. */
const added = (table: string, given: string) => sql`${increments(table, given, [...Object.keys(SUMMED), 'finished'])},
  device_name = coalesce(${sql.ref(`${given}.device_name`)}, ${sql.ref(`${table}.device_name`)}),
  last_at = case when ${sql.ref(`${given}.last_at`)} > ${sql.ref(`${table}.last_at`)} then ${sql.ref(`${given}.last_at`)}
    else ${sql.ref(`${table}.last_at`)} end`

/** Rows that a merge passed on are not continued: a book may have several of one month. */
async function addMonths(tx: Tx, rows: readonly Sums[]): Promise<void> {
  const values = { rows: JSON.stringify(rows) }
  const same = (alias: string) => sql`select min(pk) from reading_months as same
    where same.user_pk = ${sql.ref(`${alias}.user_pk`)} and same.month = ${sql.ref(`${alias}.month`)}
      and same.book_pk = ${sql.ref(`${alias}.book_pk`)} and same.device = ${sql.ref(`${alias}.device`)}
      and same.logged_for = same.book_pk`
  await runPrepared(
    tx,
    'reading-log.months-new',
    values,
    p => sql`insert into reading_months (user_pk, month, book_pk, logged_for, device, last_at)
        select user_pk, month, book_pk, book_pk, device, 0 from ${tx.dialect.jsonRows(p.rows, MONTH)} as given
        where (${same('given')}) is null`,
  )
  await runPrepared(
    tx,
    'reading-log.months',
    values,
    p => sql`update reading_months set ${added('reading_months', 'given')}
        from ${tx.dialect.jsonRows(p.rows, MONTH)} as given
        where reading_months.pk = (${same('given')})`,
  )
}
