import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { Paginated, ScanStatusDto, TaskProgressEvent, TaskResponse } from '../../api/types'
import type { Touch } from './affected.rules'
import { isUnderway, scansAfter, taskAfter } from './fold.rules'

/** Applies a step to every list that shows the task; returns whether that is enough. */
export function foldTask(step: TaskProgressEvent): boolean {
  let known = false
  const fold = (task: TaskResponse): TaskResponse => {
    if (task.id !== step.taskId) return task
    const next = taskAfter(task, step)
    known = next !== null
    return next ?? task
  }
  queryClient.setQueriesData<Paginated<TaskResponse>>({ queryKey: queryKeys.taskLists }, page =>
    page?.data.some(task => task.id === step.taskId) ? { ...page, data: page.data.map(fold) } : page,
  )
  queryClient.setQueryData<TaskResponse>(queryKeys.task(step.taskId), task => task && fold(task))
  return known
}

/**
 * Updates a scan in the list of running ones; returns what its end makes stale, since older answers may still arrive.
 */
export function foldScan(scan: ScanStatusDto): Touch[] {
  queryClient.setQueryData<ScanStatusDto[]>(queryKeys.scans, scans => scansAfter(scans ?? [], scan))
  return isUnderway(scan) ? [] : [{ key: queryKeys.scans }, { key: queryKeys.libraries }]
}
