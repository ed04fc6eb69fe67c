import { isUniqueViolation } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { cancelTask, equalTask, putBack } from '../../../platform/queue-steer'
import { recordTask } from '../../../platform/task-requests'
import type { TaskDeps } from './create-task'
import { findTask } from './tasks.queries'

const ALL_STATES = ['pending', 'processing', 'completed', 'failed', 'cancelled']

/**
 * Cancels a pending task, or asks the worker of a running one to stop.
 * @throws NotFound; BadRequest if it has ended
 */
export async function cancel({ reader, write, handlers, now }: TaskDeps, viewer: Viewer, id: string): Promise<string> {
  const { id: taskId } = await findTask(reader, viewer, id)
  const cancelled = await write(async tx => {
    const done = await cancelTask(tx, taskId)
    if (done) await recordTask(tx, viewer, taskId, 'task_cancelled', { now: now(), details: { task: done.task.type } })
    if (done?.outcome === 'cancelled') {
      await handlers[done.task.type]?.ended?.(tx, done.task, { status: 'cancelled' })
    }
    return done
  })
  if (!cancelled) throw refused('BadRequest', 'task_ended', 'The task has already ended')
  return cancelled.outcome === 'cancelled' ? 'Task cancelled' : 'The task was asked to stop'
}

/** @throws NotFound; BadRequest unless it has failed; Conflict if an equal task is pending or running */
export async function retry(deps: TaskDeps, viewer: Viewer, id: string): Promise<string> {
  await backToQueue(deps, viewer, id, 'task_retried', ['failed'])
  return 'Task queued for retry'
}

/**
 * From any state back to pending, with attempts reset. Its former worker cannot write any more.
 * @throws NotFound; Conflict if an equal task is pending or running
 */
export async function unlock(deps: TaskDeps, viewer: Viewer, id: string): Promise<string> {
  await backToQueue(deps, viewer, id, 'task_unlocked', ALL_STATES)
  return 'Task unlocked'
}

async function backToQueue(
  { reader, write, signal, now }: TaskDeps,
  viewer: Viewer,
  id: string,
  action: 'task_retried' | 'task_unlocked',
  from: readonly string[],
): Promise<void> {
  const { id: taskId, task_type: task } = await findTask(reader, viewer, id)
  try {
    await write(async tx => {
      await putBack(tx, taskId, { from, byPk: viewer.userPk })
      await recordTask(tx, viewer, taskId, action, { now: now(), details: { task } })
    })
  } catch (error) {
    // An equal one was queued between the check and the change.
    throw isUniqueViolation(error) ? equalTask() : error
  }
  signal.notify()
}
