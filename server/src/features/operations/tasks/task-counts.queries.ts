import { sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { isOpen, isProcessing } from '../../../platform/queue'
import { visibleTask } from './visible-task'

export interface TaskCount {
  readonly task_type: string
  /** A state, or `stale`: running, but its lease has expired. Stale ones count as running too. */
  readonly status: string
  readonly count: number
}

/**
 * Number of tasks by type and state. For ended ones, the stored counts plus runs not included yet; for open ones, a
 * partial index: the time does not grow with the history. One statement, so that nothing is counted twice or missed.
 */
export async function taskCounts(reader: Reader, viewer: Viewer): Promise<TaskCount[]> {
  const { now } = reader.dialect
  const ended =
    viewer.visibility.kind === 'all'
      ? sql`
          select task_type, status, count from task_counts
          union all
          select task_type, ended_status, count(*) from task_runs where ended_status is not null
          group by task_type, ended_status`
      : // The stored counts are not per library.
        sql`
          select task_type, status, count(*) as count from tasks
          where status in ('completed', 'failed', 'cancelled') and ${visibleTask(viewer)}
          group by task_type, status`
  const { rows } = await sql<TaskCount>`
    select task_type, status, cast(sum(count) as bigint) as count
    from (
      ${ended}
      union all
      select task_type, status, count(*) as count from tasks
      where ${isOpen} and ${visibleTask(viewer)} group by task_type, status
      union all
      select task_type, 'stale', count(*) from tasks
      where ${isProcessing} and lease_until < ${now} and ${visibleTask(viewer)} group by task_type
    ) as counted
    group by task_type, status
    having sum(count) <> 0
    order by task_type, status
  `.execute(reader.query)
  return rows
}
