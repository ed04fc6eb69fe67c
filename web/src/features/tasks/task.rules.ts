import type { TaskResponse } from '../../api/types'

export type TaskView = Pick<
  TaskResponse,
  'status' | 'startedAt' | 'completedAt' | 'createdAt' | 'scheduledFor' | 'progress' | 'attempts'
>

/** Progress of a task, 0 to 1; null if the total is unknown. */
export function shareOf({ progress }: Pick<TaskView, 'progress'>): number | null {
  if (!progress || progress.total <= 0) return null
  return Math.min(1, Math.max(0, progress.current / progress.total))
}

/** Milliseconds that a task has run or ran; null if it has not begun. */
export function durationOf(task: Pick<TaskView, 'startedAt' | 'completedAt' | 'status'>, now: number): number | null {
  if (!task.startedAt) return null
  const begin = Date.parse(task.startedAt)
  if (task.completedAt) return Math.max(0, Date.parse(task.completedAt) - begin)
  // Very short times are not worth showing.
  return task.status === 'processing' && now - begin >= 1000 ? Math.floor((now - begin) / 1000) * 1000 : null
}

/** Whether a task is delayed, after a failed attempt or as requested. */
export function isLater(task: Pick<TaskView, 'status' | 'scheduledFor'>, now: number): boolean {
  return task.status === 'pending' && Date.parse(task.scheduledFor) - now > 2000
}

/** The latest ended tasks of several lists merged, newest first. */
export function latestEnds<T extends Pick<TaskResponse, 'id' | 'completedAt' | 'createdAt'>>(
  lists: readonly (readonly T[])[],
  most: number,
): T[] {
  const end = (task: T) => Date.parse(task.completedAt ?? task.createdAt)
  return lists
    .flat()
    .sort((a, b) => end(b) - end(a))
    .slice(0, most)
}

/** "scan_library" or "scanLibrary" in words, for what this version has no name for. */
export function plainWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type ResultFact = { readonly name: string; readonly value: string | number | boolean }

/** Single facts of a result; ids, lists and nested parts are left to the raw text. */
export function resultFacts(result: unknown): ResultFact[] {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return []
  return Object.entries(result).flatMap(([name, value]) => {
    const isSingle =
      typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
    return isSingle && !name.endsWith('_id') ? [{ name, value }] : []
  })
}
