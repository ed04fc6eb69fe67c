import { sql } from 'kysely'
import type { Tx } from '../db'
import { AppError, refused } from '../kernel/app-error'
import { type ClaimedRow, claimed, claimedColumns, isOpen } from './queue'
import type { ClaimedTask } from './queue.types'
import { publishTaskStep } from './task-events'
import { insertRuns, uncount } from './task-runs'

/** The result of a cancellation: a pending task ended, or the worker of a running one was asked to stop. */
export type Cancelled = { readonly outcome: 'cancelled' | 'asked'; readonly task: ClaimedTask }

/** Cancels a pending task; asks the worker of a running one to stop. Null if it has already ended. */
export async function cancelTask(tx: Tx, id: string): Promise<Cancelled | null> {
  const waiting = await tx.query
    .updateTable('tasks')
    .set({ status: 'cancelled', cancel_requested: true, completed_at: tx.dialect.now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(claimedColumns)
    .returning('completed_at')
    .executeTakeFirst()
  if (waiting) return { outcome: 'cancelled', task: await noteCancelled(tx, waiting) }
  const running = await tx.query
    .updateTable('tasks')
    .set({ cancel_requested: true })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning(claimedColumns)
    .executeTakeFirst()
  return running ? { outcome: 'asked', task: claimed(running) } : null
}

async function noteCancelled(tx: Tx, row: ClaimedRow & { completed_at: number | null }): Promise<ClaimedTask> {
  const task = claimed(row)
  const none = { duration_ms: 0, wait_ms: 0, items: 0, bytes: 0, error: null }
  await insertRuns(tx, [{ task_type: task.type, outcome: 'cancelled', ended_status: 'cancelled', ...none }])
  publishTaskStep(tx, { ...task, status: 'cancelled', ...(row.completed_at && { completedAt: row.completed_at }) })
  return task
}

/** The same by id. */
export async function requestCancel(tx: Tx, id: string): Promise<Cancelled['outcome'] | null> {
  return (await cancelTask(tx, id))?.outcome ?? null
}

/** Asks all running tasks to stop. */
export async function cancelAllRunning(tx: Tx): Promise<number> {
  const running = tx.query.updateTable('tasks').set({ cancel_requested: true }).where('status', '=', 'processing')
  return Number((await running.executeTakeFirst()).numUpdatedRows)
}

/**
 * Requeues a task with all its attempts. Its current worker is fenced off: the attempt number only grows. Its requester
 * is then the person who requeued it.
 * @throws NotFound; BadRequest if it is in none of the states; Conflict if an equal task is pending or running
 */
export async function putBack(
  tx: Tx,
  id: string,
  { from, byPk }: { readonly from: readonly string[]; readonly byPk: number | null },
): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const before = await tx.query
      .selectFrom('tasks')
      .select(['pk', 'task_type', 'status', 'attempt', 'dedup_key'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!before) throw new AppError('NotFound', 'Task not found')
    if (!from.includes(before.status)) {
      const message = `Only ${from.join(' or ')} tasks can be requeued; this one is ${before.status}`
      throw refused('BadRequest', 'changed_since', message)
    }
    const isEnded = before.status !== 'pending' && before.status !== 'processing'
    if (isEnded && (await equalIsOpen(tx, before.dedup_key))) throw equalTask()
    if (await setBack(tx, before, byPk)) {
      if (isEnded) await uncount(tx, [before])
      return
    }
  }
  throw refused('Conflict', 'changed_since', 'The task is changing right now. Try again.')
}

/** Also thrown for a concurrent insert, by the unique index. */
export function equalTask(): AppError {
  return refused('Conflict', 'task_waits', 'The same task is already pending or running')
}

async function equalIsOpen(tx: Tx, dedupKey: string): Promise<boolean> {
  const row = await tx.query
    .selectFrom('tasks')
    .select('pk')
    .where('dedup_key', '=', dedupKey)
    .where(isOpen)
    .executeTakeFirst()
  return row !== undefined
}

/** False if the task has changed. */
async function setBack(
  tx: Tx,
  before: { readonly pk: number; readonly status: string; readonly attempt: number },
  byPk: number | null,
): Promise<boolean> {
  const row = await tx.query
    .updateTable('tasks')
    .set(eb => ({
      status: 'pending',
      locked_by: null,
      lease_until: null,
      cancel_requested: false,
      completed_at: null,
      result: null,
      progress_current: 0,
      progress_total: 0,
      progress_message: null,
      scheduled_for: tx.dialect.now,
      max_attempts: sql<number>`attempt + max_attempts - forgiven_attempts`,
      forgiven_attempts: eb.ref('attempt'),
      ...(byPk !== null && { requested_by_pk: byPk }),
    }))
    .where('pk', '=', before.pk)
    .where('status', '=', before.status)
    .where('attempt', '=', before.attempt)
    .returning(claimedColumns)
    .executeTakeFirst()
  if (!row) return false
  publishTaskStep(tx, { ...claimed(row), status: 'pending' })
  return true
}
