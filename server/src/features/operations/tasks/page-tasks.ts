import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { taskCounts } from './task-counts.queries'
import { countTasks, type TaskFilters, type TaskRow, taskRows } from './tasks.queries'

/** One page of tasks, newest first, and the total. */
export async function pageOfTasks(
  reader: Reader,
  viewer: Viewer,
  filters: TaskFilters & { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: TaskRow[]; readonly total: number }> {
  const { page, pageSize } = filters
  const [rows, total] = await Promise.all([
    taskRows(reader, viewer, { ...filters, limit: pageSize, offset: (page - 1) * pageSize }),
    totalOf(reader, viewer, filters),
  ])
  return { rows, total }
}

async function totalOf(reader: Reader, viewer: Viewer, filters: TaskFilters): Promise<number> {
  const { status, taskType, libraryId } = filters
  if (libraryId !== undefined || viewer.visibility.kind !== 'all') return countTasks(reader, viewer, filters)
  const counts = await taskCounts(reader, viewer)
  return counts
    .filter(count => count.status !== 'stale')
    .filter(count => isListed(count.status, status))
    .filter(count => taskType === undefined || count.task_type === taskType)
    .reduce((sum, { count }) => sum + count, 0)
}

function isListed(state: string, listed: TaskFilters['status']): boolean {
  if (listed === 'ended') return state !== 'pending' && state !== 'processing'
  return listed === undefined || state === listed
}
