import { type Connection, DatabaseFault } from '../db'
import { AppError } from '../kernel/app-error'
import type { Logger } from '../kernel/log'
import { type ClaimedTask, type TaskHandler, TaskStopped } from './queue.types'
import type { AttemptEnd, FinishedAttempt } from './queue-finish'
import { holdLease } from './task-lease'
import type { TaskNotes } from './task-log'

/** An ended attempt that is not written yet. */
export interface EndedAttempt extends FinishedAttempt {
  /** Null for a task put back before it began. */
  readonly notes: TaskNotes | null
}

/** Runs one claimed task to its end. Null if its lease was lost. Never throws. */
export async function runAttempt(options: {
  readonly connection: Connection
  readonly handler: TaskHandler
  readonly task: ClaimedTask
  readonly leaseMs: number
  /** By `performance.now()`. */
  readonly claimedAt: number
  readonly stopping: AbortSignal
  readonly log: Logger
}): Promise<EndedAttempt | null> {
  const { handler, task, log } = options
  const lease = holdLease(options)
  const began = performance.now()
  let end: AttemptEnd | 'lost'
  try {
    end = { status: 'completed', result: await handler.run(lease.context) }
  } catch (error) {
    end = endOf(error, lease.context.signal, task, log)
    if (end !== 'lost' && 'error' in end) lease.notes.add('error', end.error)
  } finally {
    lease.drop()
  }
  const durationMs = performance.now() - began
  const word = end === 'lost' ? end : end.status
  log.info({ task: task.type, id: task.id, ms: Math.round(durationMs), end: word }, 'task')
  return end === 'lost' ? null : { task, end, durationMs, ...lease.counted(), notes: lease.notes }
}

function endOf(error: unknown, signal: AbortSignal, task: ClaimedTask, log: Logger): AttemptEnd | 'lost' {
  const { reason } = signal
  if (reason instanceof TaskStopped) {
    if (reason.why === 'cancelled') return { status: 'cancelled' }
    return reason.why === 'stopping' ? { status: 'released' } : 'lost'
  }
  if (error instanceof AppError) {
    const { code, message, facts: details } = error
    return { status: 'failed', error: message, facts: { code, ...(details && { details }) } }
  }
  log.error({ err: error, task: task.type, id: task.id, attempt: task.attempt }, 'task failed')
  if (task.attempt >= task.maxAttempts) return { status: 'failed', error: sentence(error) }
  const met = error instanceof DatabaseFault && error.kind === 'conflict'
  return { status: 'later', error: sentence(error), ...(met && { met }) }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
