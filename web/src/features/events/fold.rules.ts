import type { ScanStatusDto, TaskProgressEvent, TaskResponse } from '../../api/types'

/** A running task has two names: "processing" in lists, "running" in events. */
const sameState = (status: string, update: TaskProgressEvent['status']) =>
  status === (update === 'running' ? 'processing' : update)

/** The task after a step; null if more has changed than the step contains. */
export function taskAfter(task: TaskResponse, step: TaskProgressEvent): TaskResponse | null {
  if (!sameState(task.status, step.status) || step.status !== 'running') return null
  return step.progress ? { ...task, progress: step.progress } : task
}

const underway = new Set(['pending', 'processing', 'running', 'scanning'])

export const isUnderway = (scan: Pick<ScanStatusDto, 'status'>): boolean => underway.has(scan.status)

/** The running scans after a progress update of one of them. */
export function scansAfter(scans: readonly ScanStatusDto[], update: ScanStatusDto): ScanStatusDto[] {
  const others = scans.filter(scan => scan.libraryId !== update.libraryId)
  return isUnderway(update) ? [...others, update] : others
}
