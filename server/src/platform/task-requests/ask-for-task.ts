import type { AuditAction } from '@octavo/contract/audit'
import type { Write } from '../../db'
import type { Clock } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import { enqueue } from '../queue'
import type { Enqueued, TaskDraft } from '../queue.types'
import type { TaskSignal } from '../task-signal'
import { recordTask } from './record-task'

export interface TaskRequests {
  readonly write: Write
  readonly tasks: TaskSignal
  readonly now: Clock
}

/** How the audit log records a request that is more than a started task. */
export interface RequestRecord {
  readonly action?: AuditAction
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Enqueues a person's task and records it in the audit log. If an equal one is pending or running, returns that one's
 * id.
 */
export async function putTask(
  { write, tasks, now }: TaskRequests,
  viewer: Viewer,
  task: TaskDraft,
  { action = 'task_requested', details = {} }: RequestRecord = {},
): Promise<Enqueued> {
  const put = await write(async tx => {
    const enqueued = await enqueue(tx, { ...task, requestedByPk: viewer.userPk })
    const act = { now: now(), details: { ...kindOf(task), ...details } }
    if (enqueued.isNew) await recordTask(tx, viewer, enqueued.id, action, act)
    return enqueued
  })
  tasks.notify()
  return put
}

/** The same, in the contract's answer format. */
export async function askForTask(
  deps: TaskRequests,
  viewer: Viewer,
  task: TaskDraft,
  act?: RequestRecord,
): Promise<{ taskId: string }> {
  return { taskId: (await putTask(deps, viewer, task, act)).id }
}

/** Audit details of a task besides its subject: whether it is forced, and its number of items. */
export function kindOf({ type, payload }: Pick<TaskDraft, 'type' | 'payload'>): Record<string, unknown> {
  const { force, bookIds, seriesIds } = payload
  return {
    task: type,
    ...(force === true && { force }),
    ...(Array.isArray(bookIds) && { books: bookIds.length }),
    ...(Array.isArray(seriesIds) && { series: seriesIds.length }),
  }
}
