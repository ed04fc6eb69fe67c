import type { TaskStats } from '@octavo/contract/task'
import type { Reader } from '../../../db'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { type TaskCount, taskCounts } from './task-counts.queries'

const STATES = ['pending', 'processing', 'completed', 'failed'] as const
type Counts = TaskStats['byType'][string]

/** Counts of tasks by type and state. Cancelled tasks count in the total only. */
export async function taskStats(reader: Reader, viewer: Viewer = SYSTEM_VIEWER): Promise<TaskStats> {
  const total = noCounts()
  const byType: Record<string, Counts> = {}
  for (const count of await taskCounts(reader, viewer)) {
    byType[count.task_type] ??= noCounts()
    add(byType[count.task_type] as Counts, count)
    add(total, count)
  }
  return { ...total, byType }
}

function noCounts(): Counts {
  return { pending: 0, processing: 0, completed: 0, failed: 0, stale: 0, total: 0 }
}

function add(counts: Counts, { status, count }: TaskCount): void {
  if (status === 'stale') {
    counts.stale += count
    return
  }
  const state = STATES.find(one => one === status)
  if (state) counts[state] += count
  counts.total += count
}
