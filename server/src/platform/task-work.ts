import type { Connection, Tx } from '../db'
import type { TaskContext, TaskProgress } from './queue.types'

/** A task that works through many things, one after another: what each of its steps holds. */
export interface TaskWork extends Pick<TaskContext, 'signal' | 'processed' | 'note'> {
  /** How far it is; carried along by the next `write`. */
  readonly progress: { -readonly [name in keyof TaskProgress]: TaskProgress[name] }
  /** One transaction: it has an effect only while the task is still ours. */
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
 * The transactions of one task, one after another: each writes the row of the task, and would wait for it with a connection.
 * None is run again, as their work may count in memory.
 */
export function serialWrites(connection: Pick<Connection, 'write'>): TaskWork['write'] {
  let last: Promise<void> = Promise.resolve()
  return work => {
    const written = last.then(() => connection.write(work, { once: true })).finally(nextTurn)
    last = written.then(
      () => undefined,
      () => undefined,
    )
    return written
  }
}

/** SQLite works in the serving thread, so requests get their turn between two transactions. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
