import type { Connection } from '../db'
import type { Logger } from '../kernel/log'
import { leaseState, renew } from './queue'
import { type ClaimedTask, type TaskContext, TaskStopped } from './queue.types'

/** How often a running task looks whether somebody wants it to stop. */
const LOOK_MS = 500

/** Keeps the lease of one task alive until `drop`, and tells the handler when to stop. */
export function holdLease(options: {
  readonly connection: Connection
  readonly task: ClaimedTask
  readonly leaseMs: number
  readonly stopping: AbortSignal
  readonly log: Logger
}): { readonly context: TaskContext; drop(): void } {
  const { connection, task, leaseMs, stopping, log } = options
  const stop = new AbortController()
  let renewedAt = performance.now()
  let looking = false

  function stopWhen({ held, cancelRequested }: { held: boolean; cancelRequested: boolean }): void {
    if (!held) stop.abort(new TaskStopped('lost'))
    else if (cancelRequested) stop.abort(new TaskStopped('cancelled'))
  }

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    try {
      if (performance.now() - renewedAt > leaseMs / 3) {
        stopWhen(await connection.write(tx => renew(tx, task, leaseMs)))
        renewedAt = performance.now()
      } else {
        stopWhen(await leaseState(connection.reader, task))
      }
    } catch (error) {
      // Past its lease the task is anybody's: nothing may be written for it any more.
      if (performance.now() - renewedAt > leaseMs) stop.abort(new TaskStopped('lost'))
      log.warn({ err: error, task: task.type, id: task.id }, 'the lease of a task could not be renewed')
    } finally {
      looking = false
    }
  }

  const timer = setInterval(look, Math.min(LOOK_MS, leaseMs / 3))
  const onStopping = () => stop.abort(stopping.reason)
  if (stopping.aborted) onStopping()
  stopping.addEventListener('abort', onStopping)

  return {
    context: {
      task,
      signal: stop.signal,
      checkpoint: async (tx, progress) => {
        stop.signal.throwIfAborted()
        stopWhen(await renew(tx, task, leaseMs, progress))
        stop.signal.throwIfAborted()
        renewedAt = performance.now()
      },
      processed: () => undefined,
      note: () => undefined,
    },
    drop: () => {
      clearInterval(timer)
      stopping.removeEventListener('abort', onStopping)
    },
  }
}
