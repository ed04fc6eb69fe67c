import { jsonText, runPrepared, type Tx } from '../db'

/** Metrics of one ended attempt. */
export interface RunRow {
  readonly task_type: string
  readonly outcome: 'succeeded' | 'failed' | 'retried' | 'cancelled'
  readonly ended_status: 'completed' | 'failed' | 'cancelled' | null
  readonly duration_ms: number
  readonly wait_ms: number
  readonly items: number
  readonly bytes: number
  readonly error: string | null
}

const COLUMNS = {
  task_type: 'text',
  outcome: 'text',
  ended_status: 'text',
  duration_ms: 'bigint',
  wait_ms: 'bigint',
  items: 'bigint',
  bytes: 'bigint',
  error: 'text',
} as const

/** Records ended attempts, in the transaction that ends them. */
export async function insertRuns(tx: Tx, runs: readonly RunRow[]): Promise<void> {
  if (runs.length === 0) return
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
  const { now, jsonRows } = tx.dialect
  await runPrepared(tx, 'task-runs.insert', { rows: jsonText(runs.map(run => ({ ...run }))) }, (p, query) =>
    query
      .insertInto('task_runs')
      .columns([...names, 'ended_at'])
      .expression(db =>
        db
          .selectFrom(jsonRows<Record<keyof typeof COLUMNS, never>>(p.rows, COLUMNS).as('v'))
          .select(names)
          .select(now.as('ended_at')),
      ),
  )
}

/**
 * Deletes the first ended attempts and returns them, for the transaction that adds them up: so each is counted once.
 */
export async function takeRuns(tx: Tx, limit: number) {
  return tx.query
    .deleteFrom('task_runs')
    .where('pk', 'in', db => db.selectFrom('task_runs').select('pk').orderBy('pk').limit(limit))
    .returningAll()
    .execute()
}

/**
 * Corrects the counts of ended tasks that were requeued or deleted, by type and state. Counts may be below zero while
 * the runs of the same tasks are not added up yet; the sum of both is always right.
 */
export async function uncount(
  tx: Tx,
  gone: readonly { readonly task_type: string; readonly status: string }[],
): Promise<void> {
  const counts = new Map<string, { task_type: string; status: string; count: number }>()
  for (const { task_type, status } of gone) {
    const key = `${task_type} ${status}`
    const entry = counts.get(key) ?? { task_type, status, count: 0 }
    counts.set(key, { ...entry, count: entry.count - 1 })
  }
  await addCounts(tx, [...counts.values()])
}

/** Adds to the stored counts. */
export async function addCounts(
  tx: Tx,
  counts: readonly { readonly task_type: string; readonly status: string; readonly count: number }[],
): Promise<void> {
  // In the same order everywhere, so that two transactions never deadlock.
  const sorted = counts.toSorted((a, b) => (`${a.task_type} ${a.status}` < `${b.task_type} ${b.status}` ? -1 : 1))
  for (const values of sorted) {
    await runPrepared(tx, 'task-counts.add', { ...values }, (p, query) =>
      query
        .insertInto('task_counts')
        .values({ task_type: p.task_type, status: p.status, count: p.count })
        .onConflict(conflict =>
          conflict
            .columns(['task_type', 'status'])
            .doUpdateSet(eb => ({ count: eb('task_counts.count', '+', eb.ref('excluded.count')) })),
        ),
    )
  }
}
