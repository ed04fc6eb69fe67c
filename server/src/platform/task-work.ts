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
  let last: Promise<void> = Promise.resolve()
  return {
    signal: context.signal,
    processed: work => context.processed(work),
    note: (level, message) => context.note(level, message),
    progress,
    write(work) {
      const step = async (tx: Tx) => {
        await context.checkpoint(tx, { ...progress })
        return work(tx)
      }
      // One after another: each writes the row of the task. What it does may count in memory, so it is not run again.
      const written = last.then(() => connection.write(step, { once: true })).finally(nextTurn)
      last = written.then(
        () => undefined,
        () => undefined,
      )
      return written
    },
  }
}

/** SQLite works in the serving thread, so requests get their turn between two transactions. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
