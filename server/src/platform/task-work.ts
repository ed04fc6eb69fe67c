import type { Connection, Tx } from '../db'
import type { TaskContext, TaskProgress } from './queue.types'

/** Context of a task that works through many items sequentially. */
export interface TaskWork extends Pick<TaskContext, 'signal' | 'processed' | 'note'> {
  /** Its progress; saved by the next `write`. */
  readonly progress: { -readonly [name in keyof TaskProgress]: TaskProgress[name] }
  /** One transaction: fails if the task is no longer ours. It may run again, so it must change nothing but the database. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export function taskWork(connection: Connection, context: TaskContext): TaskWork {
  const progress: TaskWork['progress'] = { current: 0, total: 0 }
  const write = serialWrites(connection)
  return {
    signal: context.signal,
    processed: work => context.processed(work),
    note: (level, message) => context.note(level, message),
    progress,
    write: work =>
      write(async tx => {
        await context.checkpoint(tx, { ...progress })
        return work(tx)
      }),
  }
}

/**
 * Serialises the transactions of one task: each writes the task's row, and would occupy a connection while waiting.
 */
export function serialWrites(connection: Pick<Connection, 'write'>): TaskWork['write'] {
  let last: Promise<void> = Promise.resolve()
  return work => {
    const written = last.then(() => connection.write(work)).finally(nextTurn)
    last = written.then(
      () => undefined,
      () => undefined,
    )
    return written
  }
}

/** SQLite runs in the serving thread, so it yields to requests between two transactions. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** Work runs this long before it yields to requests. */
const WORK_MS = 20
let yieldedAt = 0

/** Does the same with many items without blocking the event loop. */
export async function eachInTurns<T, R>(items: readonly T[], act: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  for (const item of items) {
    if (performance.now() - yieldedAt > WORK_MS) {
      await nextTurn()
      yieldedAt = performance.now()
    }
    made.push(act(item))
  }
  return made
}
