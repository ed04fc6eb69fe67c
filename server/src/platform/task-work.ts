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
  return {
    signal: context.signal,
    processed: work => context.processed(work),
    note: (level, message) => context.note(level, message),
    progress,
    async write(work) {
      const step = async (tx: Tx) => {
        await context.checkpoint(tx, { ...progress })
        return work(tx)
      }
      // What it does may count in memory, so it is not run again; the task as a whole is.
      const result = await connection.write(step, { once: true })
      await nextTurn()
      return result
    },
  }
}

/** SQLite works in the serving thread, so requests get their turn between two transactions. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
