import type { Tx } from '../db'

/** What to put into the queue. */
export interface NewTask {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
  /** What makes two tasks of a type the same while one waits or runs; the whole payload unless given. */
  readonly sameBy?: Readonly<Record<string, unknown>>
  /** The higher, the sooner. */
  readonly priority: number
  readonly maxAttempts?: number
  /** The person who asks for it; nobody when a schedule or Octavo itself does. Quiet hours spare a person's tasks. */
  readonly requestedByPk?: number
  /** Milliseconds from now until it is due; 0 unless given. */
  readonly delayMs?: number
}

/** A task that this worker holds: its lease is good only together with the attempt number. */
export interface ClaimedTask {
  readonly pk: number
  readonly id: string
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly attempt: number
  readonly maxAttempts: number
}

export interface TaskProgress {
  readonly current: number
  readonly total: number
  readonly message?: string
}

/** How a task ended for good. */
export type TaskEnd =
  | { readonly status: 'completed'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'cancelled' }

/** What a running handler holds. */
export interface TaskContext {
  readonly task: ClaimedTask
  /** Aborts when somebody cancels the task, the worker stops, or the lease was lost. */
  readonly signal: AbortSignal
  /**
   * To be called first in every transaction that writes an effect of the task: extends the lease and notes progress.
   * @throws TaskStopped when the task is no longer this worker's, so that the transaction has no effect
   */
  checkpoint(tx: Tx, progress?: TaskProgress): Promise<void>
  /** Counts work for the metrics. A task that succeeds without ever counting is one item. */
  processed(work: { readonly items?: number; readonly bytes?: number }): void
  /** A line for the task's log; written with the next checkpoint, and at the end. */
  note(level: 'info' | 'warn' | 'error', message: string): void
}

/** The work of one task type. It may run again after a crash, so it must not mind. */
export interface TaskHandler {
  /** Answers the task's result. An AppError is final; after any other exception the task is tried again later. */
  run(context: TaskContext): Promise<Readonly<Record<string, unknown>>>
  /** Runs in the transaction that ends the task for good. */
  ended?(tx: Tx, task: ClaimedTask, end: TaskEnd): Promise<void>
}

export type TaskHandlers = Readonly<Record<string, TaskHandler>>

/** Carried by the abort signal of a task. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped'

  constructor(readonly why: 'cancelled' | 'stopping' | 'lost') {
    super(`The task was stopped: ${why}`)
  }
}
