import type { TaskStats } from '@octavo/contract/task'
import { sql } from 'kysely'
import type { Reader } from '../../db'

const STATES = ['pending', 'processing', 'completed', 'failed'] as const
type Counts = TaskStats['byType'][string]

/**
 * Counts of tasks by type and state. One pass over the index of types and states, and the few running tasks whose
 * lease is over: no row of an ended task is read. Cancelled tasks are part of no state and of the total.
 */
export async function taskStats(reader: Reader): Promise<TaskStats> {
  const byState = await reader.query
    .selectFrom('tasks')
    .select(eb => ['task_type', 'status', eb.fn.countAll<number>().as('count')])
    .groupBy(['task_type', 'status'])
    .orderBy('task_type')
    .execute()
  const stale = await reader.query
    .selectFrom('tasks')
    .select(eb => ['task_type', eb.fn.countAll<number>().as('count')])
    .where(sql<boolean>`status in ('pending', 'processing')`)
    .where('status', '=', 'processing')
    .where('lease_until', '<', reader.dialect.now)
    .groupBy('task_type')
    .execute()

  const total = noCounts()
  const byType: Record<string, Counts> = {}
  for (const { task_type, status, count } of byState) {
    byType[task_type] ??= noCounts()
    add(byType[task_type], status, count)
    add(total, status, count)
  }
  for (const { task_type, count } of stale) {
    total.stale += count
    if (byType[task_type]) byType[task_type].stale = count
  }
  return { ...total, byType }
}

function noCounts(): Counts {
  return { pending: 0, processing: 0, completed: 0, failed: 0, stale: 0, total: 0 }
}

function add(counts: Counts, status: string, count: number): void {
  const state = STATES.find(one => one === status)
  if (state) counts[state] += count
  counts.total += count
}
