import type { Tx } from '../../../db'
import { addCounts, takeRuns } from '../../../platform/task-runs'
import { rowOf, sumsOf } from './metrics-row'
import { addRun, addSums, hourOf, noSums, type Run, type Sums } from './sums.rules'

/**
 * Moves at most `limit` runs into the sums of their hours and the counts of ended tasks. Returns their number. The
 * transaction that adds up a run also deletes it, so it is counted exactly once.
 */
export async function rollUp(tx: Tx, limit: number): Promise<number> {
  // Read, changed and written: by one process at a time.
  await tx.dialect.lockTable('task_metrics').execute(tx.query)
  const runs = await takeRuns(tx, limit)
  if (runs.length === 0) return 0
  for (const [type, ofType] of Map.groupBy(runs, run => run.task_type)) {
    for (const [hour, ofHour] of Map.groupBy(ofType, run => hourOf(run.ended_at))) {
      await addToHour(tx, type, hour, ofHour)
    }
  }
  const ended = Map.groupBy(
    runs.filter(run => run.ended_status !== null),
    run => `${run.task_type} ${run.ended_status}`,
  )
  await addCounts(
    tx,
    [...ended.values()].flatMap(group => {
      const [first] = group
      if (!first?.ended_status) return []
      return [{ task_type: first.task_type, status: first.ended_status, count: group.length }]
    }),
  )
  return runs.length
}

async function addToHour(tx: Tx, type: string, hour: number, runs: readonly Run[]): Promise<void> {
  const sums = noSums()
  for (const run of runs) addRun(sums, run)
  if (sums.executed === 0) return
  const stored = await tx.query
    .selectFrom('task_metrics')
    .selectAll()
    .where('task_type', '=', type)
    .where('hour', '=', hour)
    .executeTakeFirst()
  if (stored) await replaceHour(tx, type, hour, together(sumsOf(stored), sums))
  else
    await tx.query
      .insertInto('task_metrics')
      .values(rowOf(type, hour, sums))
      .execute()
}

function together(a: Sums, b: Sums): Sums {
  addSums(a, b)
  return a
}

async function replaceHour(tx: Tx, type: string, hour: number, sums: Sums): Promise<void> {
  const { task_type, hour: _hour, ...values } = rowOf(type, hour, sums)
  await tx.query
    .updateTable('task_metrics')
    .set(values)
    .where('task_type', '=', task_type)
    .where('hour', '=', hour)
    .execute()
}

/** Deletes the sums of hours that began before a moment; by default all. Returns the number of rows. */
export async function deleteMetrics(tx: Tx, before?: number): Promise<number> {
  const gone = await tx.query
    .deleteFrom('task_metrics')
    .$if(before !== undefined, some => some.where('hour', '<', before as number))
    .returning('hour')
    .execute()
  return gone.length
}
