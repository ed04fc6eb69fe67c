import type { Tx } from '../db'

/** What to put into the queue. */
export interface NewTask {
  readonly type: string
  /** `libraryId`, `seriesId` and `bookId` in it name its subject: viewers without access to it don't see the task. */
  readonly payload: Readonly<Record<string, unknown>>
  /** What makes two tasks of a type the same while one waits or runs; the whole payload unless given. */
  readonly sameBy?: Readonly<Record<string, unknown>>
  /** The higher, the sooner. */
  readonly priority: number
  readonly maxAttempts?: number
  /** The requester; absent for schedules and Octavo itself. Quiet hours don't hold back requested tasks. */
  readonly requestedByPk?: number
  /** Milliseconds from now until it is due; 0 unless given. */
  readonly delayMs?: number
  /** When it is due, in epoch milliseconds; wins over `delayMs`. */
  readonly dueAt?: number
}

/** A task without its requester. */
export type TaskDraft = Omit<NewTask, 'requestedByPk'>

/** The outcome of a request for a task: a new one, or the equal one that waits or runs already. */
export interface Enqueued {
  readonly id: string
  readonly isNew: boolean
}

/** The subject of a task. */
export interface TaskSubject {
  readonly libraryId: string | null
  readonly seriesId: string | null
  readonly bookId: string | null
  /** Key of the library; null without one, or if it is gone. */
  readonly libraryPk: number | null
}

/** A task that this worker holds: its lease is good only together with the attempt number. */
export interface ClaimedTask extends TaskSubject {
  readonly pk: number
  readonly id: string
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Only grows: a worker with an earlier number can change nothing. */
  readonly attempt: number
  readonly maxAttempts: number
  /** Number of this attempt among those that count, from 1. */
  readonly tries: number
  readonly startedAt: number
  /** Milliseconds from when it was due until it was claimed. */
  readonly waitMs: number
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

export type NoteLevel = 'info' | 'warn' | 'error'

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
  /** A line for the task's log; written within a second or two, and at the end. */
  note(level: NoteLevel, text: string): void
}

/** The work of one task type. It may run again after a crash, so it must not mind. */
export interface TaskHandler {
  /** Each process reserves a slot for light tasks (the default), so that they need not wait for heavy ones. */
  readonly weight?: 'heavy' | 'light'
  /** `libraryIds` in its payload narrow it; they are added for a person who sees only some libraries. */
  readonly narrowsToLibraries?: true
  /** Answers the task's result. An AppError is final; after any other exception the task is tried again later. */
  run(context: TaskContext): Promise<Readonly<Record<string, unknown>>>
  /** Runs in the transaction that ends the task for good. */
  ended?(tx: Tx, task: ClaimedTask, end: TaskEnd): Promise<void>
  /** Enqueues such a task that a person asks for; unless given, it is enqueued as it is. */
  enqueue?(tx: Tx, task: NewTask): Promise<Enqueued>
}

export type TaskHandlers = Readonly<Record<string, TaskHandler>>

/** Which tasks may start: all, only requested ones, or none. */
export type Admission = 'all' | 'requested' | 'none'

/** Carried by the abort signal of a task. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped'

  constructor(readonly why: 'cancelled' | 'stopping' | 'lost') {
    super(`The task was stopped: ${why}`)
  }
}
