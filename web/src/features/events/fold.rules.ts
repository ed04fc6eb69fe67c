import type { ScanStatusDto, TaskProgressEvent, TaskResponse } from '../../api/types'

/** A task runs in two words: "processing" in lists, "running" in events. */
const sameState = (status: string, told: TaskProgressEvent['status']) =>
  status === (told === 'running' ? 'processing' : told)

/** The task after a step of it; null when more has changed than the step says. */
export function taskAfter(task: TaskResponse, step: TaskProgressEvent): TaskResponse | null {
  if (!sameState(task.status, step.status) || step.status !== 'running') return null
  return step.progress ? { ...task, progress: step.progress } : task
}

const underway = new Set(['pending', 'processing', 'running', 'scanning'])

export const isUnderway = (scan: Pick<ScanStatusDto, 'status'>): boolean => underway.has(scan.status)

/** The scans under way after one of them has told how far it is. */
export function scansAfter(scans: readonly ScanStatusDto[], told: ScanStatusDto): ScanStatusDto[] {
  const others = scans.filter(scan => scan.libraryId !== told.libraryId)
  return isUnderway(told) ? [...others, told] : others
}
