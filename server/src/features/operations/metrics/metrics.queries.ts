import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { TaskMetricsTable } from '../../../db/schema/tasks'
import { isOpen, isProcessing } from '../../../platform/queue'
import { sumsOf } from './metrics-row'
import { addRun, hourOf, noSums, type Run, type Sums } from './sums.rules'

/** Sums of the runs of a type that ended within one hour. */
export interface HourOfType {
  readonly type: string
  readonly hour: number
  readonly sums: Sums
}

export async function hasRuns(reader: Reader): Promise<boolean> {
  const rows = await runPrepared<{ pk: number }, Record<string, never>>(reader, 'metrics.runs', {}, (_p, query) =>
    query.selectFrom('task_runs').select('pk').limit(1),
  )
  return rows.length > 0
}

/** Vacuums the dead rows of added-up runs. */
export async function freeRuns(reader: Reader): Promise<void> {
  const statement = reader.dialect.freeDead('task_runs')
  if (statement !== null) await reader.run(statement, [])
}

/**
 * The hours from `since` on, by type: stored sums plus runs not included in them yet. One statement, so that no run is
 * counted twice or missed during a roll-up. `plain` omits the columns for percentiles and minutes.
 */
export async function hoursSince(
  reader: Reader,
  since: number,
  { type, plain = false }: { readonly type?: string | undefined; readonly plain?: boolean } = {},
): Promise<HourOfType[]> {
  const columns = plain ? PLAIN : [...PLAIN, 'durations', 'minutes']
  const ofType = type === undefined ? sql`1 = 1` : sql`task_type = ${type}`
  const { rows } = await sql<{ stored: string | null; run: string | null }>`
    select ${jsonOf(reader, columns)} as stored, null as run from task_metrics where hour >= ${since} and ${ofType}
    union all
    select null, ${jsonOf(reader, RUN)} from task_runs where ended_at >= ${since} and ${ofType}
  `.execute(reader.query)
  const hours = new Map<string, HourOfType>()
  for (const { stored } of rows) {
    if (stored === null) continue
    const row = JSON.parse(stored) as TaskMetricsTable
    hours.set(`${row.task_type} ${row.hour}`, { type: row.task_type, hour: row.hour, sums: sumsOf(row) })
  }
  for (const { run: text } of rows) {
    if (text === null) continue
    const run = JSON.parse(text) as Run
    if (run.outcome === 'cancelled') continue
    const hour = hourOf(run.ended_at)
    const key = `${run.task_type} ${hour}`
    const place = hours.get(key) ?? { type: run.task_type, hour, sums: noSums() }
    addRun(place.sums, run)
    hours.set(key, place)
  }
  return [...hours.values()].sort((a, b) => a.hour - b.hour || (a.type < b.type ? -1 : 1))
}

const PLAIN = [
  'task_type',
  'hour',
  'executed',
  'succeeded',
  'failed',
  'retried',
  'duration_sum',
  'duration_min',
  'duration_max',
  'wait_sum',
  'items',
  'bytes',
  'last_error',
  'last_error_at',
]
const RUN = ['task_type', 'outcome', 'duration_ms', 'wait_ms', 'items', 'bytes', 'error', 'ended_at']

/** The columns of a row as one text, so that rows of two tables fit into one result. */
function jsonOf({ dialect }: Reader, columns: readonly string[]) {
  return dialect.json.text(dialect.json.object(Object.fromEntries(columns.map(name => [name, sql.ref(name)]))))
}

/** Start of the oldest stored hour; null if none. */
export async function oldestHour(reader: Reader): Promise<number | null> {
  const row = await reader.query
    .selectFrom('task_metrics')
    .select(eb => eb.fn.min('hour').as('hour'))
    .executeTakeFirst()
  return row?.hour ?? null
}

export interface QueueHealth {
  readonly pending: number
  readonly processing: number
  readonly stale: number
  /** Waiting time in milliseconds of the longest due task; null if none. */
  readonly oldest: number | null
}

/** Pending and running tasks, read from partial indexes. */
export async function queueHealth(reader: Reader): Promise<QueueHealth> {
  const { now } = reader.dialect
  const { rows } = await sql<QueueHealth>`
    select
      (select count(*) from tasks where ${isOpen} and status = 'pending') as pending,
      (select count(*) from tasks where ${isProcessing}) as processing,
      (select count(*) from tasks where ${isProcessing} and lease_until < ${now}) as stale,
      (select ${now} - min(scheduled_for) from tasks
        where ${isOpen} and status = 'pending' and scheduled_for <= ${now}) as oldest
  `.execute(reader.query)
  return rows[0] ?? { pending: 0, processing: 0, stale: 0, oldest: null }
}
