import type { Connection, Tx } from '../db'
import { AppError } from '../kernel/app-error'
import { newId } from '../kernel/ids'
import type { Logger } from '../kernel/log'
import { claim, close, complete, expireLeases, failExhausted, hasDueTask, release, retryLater } from './queue'
import { type ClaimedTask, type TaskEnd, type TaskHandler, type TaskHandlers, TaskStopped } from './queue.types'
import { holdLease } from './task-lease'
import type { TaskSignal } from './task-signal'

export interface WorkerOptions {
  readonly connection: Connection
  readonly handlers: TaskHandlers
  readonly signal: TaskSignal
  readonly log: Logger
  /** Tasks at the same time. */
  readonly slots?: number
  /** How often to look for tasks that nobody announced: scheduled ones, and those of other processes. */
  readonly pollMs?: number
  /** How long a task stays this worker's after its last sign of life. */
  readonly leaseMs?: number
}

export interface Worker {
  /** Takes no more tasks, asks the running ones to stop and puts them back. */
  stop(): Promise<void>
}

const EXHAUSTED = 'The process that worked on this ended each time. See the log for the reason.'

/** Works on the tasks of the given types until it is stopped. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { connection, handlers, signal, log, slots = 2, pollMs = 5_000, leaseMs = 30_000 } = options
  const types = Object.keys(handlers)
  const worker = `worker-${newId()}`
  const stopping = new AbortController()

  // The data folder is locked by this process, so whoever held a lease is gone.
  if (connection.kind === 'sqlite') await connection.write(expireLeases)

  async function next(): Promise<ClaimedTask | null> {
    if (!(await hasDueTask(connection.reader, types))) return null
    return connection.write(async tx => {
      for (const task of await failExhausted(tx, types, EXHAUSTED)) {
        await handlers[task.type]?.ended?.(tx, task, { status: 'failed', error: EXHAUSTED })
      }
      return claim(tx, { worker, types, leaseMs })
    })
  }

  async function work(task: ClaimedTask, handler: TaskHandler): Promise<void> {
    const lease = holdLease({ connection, task, leaseMs, stopping: stopping.signal, log })
    const started = performance.now()
    let end: TaskEnd | 'later' | 'released' | 'lost'
    try {
      end = { status: 'completed', result: await handler.run(lease.context) }
    } catch (error) {
      end = endOf(error, lease.context.signal, task, log)
      if (end === 'later') await connection.write(tx => retryLater(tx, task, sentence(error)))
      if (end === 'released') await connection.write(tx => release(tx, task))
    } finally {
      lease.drop()
    }
    if (typeof end === 'object') await settle(connection, task, handler, end)
    const ms = Math.round(performance.now() - started)
    log.info({ task: task.type, id: task.id, ms, end: typeof end === 'object' ? end.status : end }, 'task')
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const seen = signal.count
      try {
        const task = await next()
        const handler = task && handlers[task.type]
        if (handler) await work(task, handler)
        else await signal.wait(seen, pollMs)
      } catch (error) {
        log.error({ err: error }, 'the task queue does not answer')
        await signal.wait(signal.count, pollMs)
      }
    }
  }

  const loops = Array.from({ length: slots }, loop)
  return {
    stop: async () => {
      stopping.abort(new TaskStopped('stopping'))
      signal.notify()
      await Promise.all(loops)
    },
  }
}

function endOf(
  error: unknown,
  signal: AbortSignal,
  task: ClaimedTask,
  log: Logger,
): TaskEnd | 'later' | 'released' | 'lost' {
  const { reason } = signal
  if (reason instanceof TaskStopped) {
    if (reason.why === 'cancelled') return { status: 'cancelled' }
    return reason.why === 'stopping' ? 'released' : 'lost'
  }
  if (error instanceof AppError) return { status: 'failed', error: error.message }
  log.error({ err: error, task: task.type, id: task.id, attempt: task.attempt }, 'task failed')
  return task.attempt < task.maxAttempts ? 'later' : { status: 'failed', error: sentence(error) }
}

async function settle(connection: Connection, task: ClaimedTask, handler: TaskHandler, end: TaskEnd): Promise<void> {
  await connection.write(async (tx: Tx) => {
    const mine =
      end.status === 'completed'
        ? await complete(tx, task, end.result)
        : await close(tx, task, end.status, end.status === 'failed' ? end.error : null)
    if (mine) await handler.ended?.(tx, task, end)
  })
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
