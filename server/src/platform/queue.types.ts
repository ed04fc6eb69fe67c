import type { ErrorCode } from '@octavo/contract/errors'
import type { Tx } from '../db'
import type { TraceContext } from '../kernel/trace-context'

/** A task to queue. */
export interface NewTask {
  readonly type: string
  /** `libraryId`, `seriesId` and `bookId` in it name its subject: viewers without access to it don't see the task. */
  readonly payload: Readonly<Record<string, unknown>>
  /**
   * Deduplication key: equal tasks of a type are not queued while one is pending or running; by default the whole
   * payload.
   */
  readonly sameBy?: Readonly<Record<string, unknown>>
  /** Higher runs sooner. */
  readonly priority: number
  readonly maxAttempts?: number
  /** The requester; absent for schedules and the system. Quiet hours don't hold back requested tasks. */
  readonly requestedByPk?: number
  /** Delay in milliseconds; 0 by default. */
  readonly delayMs?: number
  /** When it is due, in epoch milliseconds; overrides `delayMs`. */
  readonly dueAt?: number
}

/** A task without its requester. */
export type TaskDraft = Omit<NewTask, 'requestedByPk'>

/** The result of a request for a task: a new one, or an equal pending or running one. */
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
  /** Key of the person who requested it; null for the server's own work. */
  readonly requestedByPk: number | null
}

/** A task claimed by this worker: its lease is valid only together with the attempt number. */
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
  /** The trace of the request or task that queued it; null if there was none. */
  readonly trace: TraceContext | null
}

export interface TaskProgress {
  readonly current: number
  readonly total: number
  readonly message?: string
}

/** Code and details of an error, as of refused requests. */
export interface ErrorFacts {
  readonly code: ErrorCode
  readonly details?: Readonly<Record<string, unknown>>
}

/** The final result of a task. */
export type TaskEnd =
  | { readonly status: 'completed'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly error: string; readonly facts?: ErrorFacts }
  | { readonly status: 'cancelled' }

export type NoteLevel = 'info' | 'warn' | 'error'

/** Context of a running handler. */
export interface TaskContext {
  readonly task: ClaimedTask
  /** Aborts when the task is cancelled, the worker stops, or the lease is lost. */
  readonly signal: AbortSignal
  /**
   * Call it first in every transaction that writes an effect of the task: extends the lease and saves progress.
   * @throws TaskStopped if the task no longer belongs to this worker, which rolls the transaction back
   */
  checkpoint(tx: Tx, progress?: TaskProgress): Promise<void>
  /** Counts work for the metrics. A task that succeeds without counting is one item. */
  processed(work: { readonly items?: number; readonly bytes?: number }): void
  /** Adds a line to the task's log; written within a second or two, and at the end. */
  note(level: NoteLevel, text: string): void
}

/** The handler of a task type. It may run again after a crash, so it must be idempotent. */
export interface TaskHandler {
  /** Each process reserves a slot for light tasks (the default), so that they need not wait for heavy ones. */
  readonly weight?: 'heavy' | 'light'
  /** `libraryIds` in its payload restrict it; they are added for a person who sees only some libraries. */
  readonly narrowsToLibraries?: true
  /** Returns the task's result. An AppError is final; after any other exception the task is retried later. */
  run(context: TaskContext): Promise<Readonly<Record<string, unknown>>>
  /** Runs in the transaction that ends the task. */
  ended?(tx: Tx, task: ClaimedTask, end: TaskEnd): Promise<void>
  /** Enqueues such a task for a person; by default it is enqueued as it is. */
  enqueue?(tx: Tx, task: NewTask): Promise<Enqueued>
}

export type TaskHandlers = Readonly<Record<string, TaskHandler>>

/** Which tasks may start: all, only requested ones, or none. */
export type Admission = 'all' | 'requested' | 'none'

/** The reason of a task's abort signal. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped'

  constructor(readonly why: 'cancelled' | 'stopping' | 'lost') {
    super(`The task was stopped: ${why}`)
  }
}
