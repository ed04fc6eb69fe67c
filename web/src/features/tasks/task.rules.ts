import type { TaskResponse } from '../../api/types'

export type TaskView = Pick<
  TaskResponse,
  'status' | 'startedAt' | 'completedAt' | 'createdAt' | 'scheduledFor' | 'progress' | 'attempts'
>

/** How far a task is, 0 to 1; null when nobody knows how much there is. */
export function shareOf({ progress }: Pick<TaskView, 'progress'>): number | null {
  if (!progress || progress.total <= 0) return null
  return Math.min(1, Math.max(0, progress.current / progress.total))
}

/** Milliseconds that a task has run or ran; null when it has not begun. */
export function durationOf(task: Pick<TaskView, 'startedAt' | 'completedAt' | 'status'>, now: number): number | null {
  if (!task.startedAt) return null
  const begin = Date.parse(task.startedAt)
  if (task.completedAt) return Math.max(0, Date.parse(task.completedAt) - begin)
  // What has only just begun has taken no time worth withEvents.
  return task.status === 'processing' && now - begin >= 1000 ? Math.floor((now - begin) / 1000) * 1000 : null
}

/** Whether a task waits for its time, after a failed attempt or as requested. */
export function isLater(task: Pick<TaskView, 'status' | 'scheduledFor'>, now: number): boolean {
  return task.status === 'pending' && Date.parse(task.scheduledFor) - now > 2000
}

/** The latest ends of several lists as one, the newest first. */
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

/** "scan_library" as words, for a kind of work that this version has no name for. */
export function plainWords(type: string): string {
  const words = type.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type ResultFact = { readonly name: string; readonly value: string | number | boolean }

/** What a result says in single facts; lists and nested parts are left to the raw text. */
export function resultFacts(result: unknown): ResultFact[] {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return []
  return Object.entries(result).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
      ? [{ name, value }]
      : [],
  )
}
