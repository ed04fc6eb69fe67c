import type { TaskProgressEvent } from '@octavo/contract/event'
import type { Tx } from '../db'
import { timestamp } from '../kernel/clock'
import type { TaskProgress, TaskSubject } from './queue.types'

/** The event for one step of a task. */
export interface TaskStep extends TaskSubject {
  readonly id: string
  readonly type: string
  readonly status: TaskProgressEvent['status']
  readonly startedAt: number
  readonly completedAt?: number
  readonly progress?: TaskProgress
  readonly error?: string
}

/** Stands for a deleted library: only viewers of all libraries get its task events. */
const GONE = -1

/** Publishes the step with the transaction. */
export function publishTaskStep(tx: Tx, step: TaskStep): void {
  const { libraryId, seriesId, bookId, progress, error, completedAt } = step
  tx.publish({
    channel: 'task',
    event: {
      taskId: step.id,
      taskType: step.type,
      status: step.status,
      ...(progress && { progress: { ...progress } }),
      ...(error !== undefined && { error }),
      startedAt: timestamp(step.startedAt),
      ...(completedAt !== undefined && { completedAt: timestamp(completedAt) }),
      ...(libraryId && { libraryId }),
      ...(seriesId && { seriesId }),
      ...(bookId && { bookId }),
    },
    to: libraryId === null ? { askedByPk: step.requestedByPk } : { libraryPk: step.libraryPk ?? GONE },
  })
}
