import type { Connection, Tx } from '../db'
import type { Logger } from '../kernel/log'
import { leaseState, renew } from './queue'
import { type ClaimedTask, type TaskContext, type TaskProgress, TaskStopped } from './queue.types'
import { publishTaskStep } from './task-events'
import { createTaskNotes, type TaskNotes } from './task-log'

/** How often a running task checks whether it should stop. */
const LOOK_MS = 500
/** Minimum interval between progress events of one task. */
const PUBLISH_MS = 500
/** Log lines and unpublished progress wait this long to share a write. */
const PATIENCE_MS = 1_000

/** The lease of one running task, with its handler's counts and notes. */
export interface Lease {
  readonly context: TaskContext
  readonly notes: TaskNotes
  /** Undefined if the handler never counted. */
  counted(): { readonly items?: number; readonly bytes?: number }
  drop(): void
}

/** Keeps the lease of one task alive until `drop`, and tells the handler when to stop. */
export function holdLease(options: {
  readonly connection: Connection
  readonly task: ClaimedTask
  readonly leaseMs: number
  /** By `performance.now()`. */
  readonly claimedAt: number
  readonly stopping: AbortSignal
  readonly log: Logger
}): Lease {
  const { connection, task, leaseMs, stopping, log } = options
  const stop = new AbortController()
  const notes = createTaskNotes(task.pk)
  const counts: { items?: number; bytes?: number } = {}
  const progress = createProgress(task)
  const intervalMs = Math.min(LOOK_MS, leaseMs / 3)
  let renewedAt = options.claimedAt
  let tickedAt = options.claimedAt
  /** Since the last renewal, without pauses of the process. */
  let aloneMs = 0
  let looking = false
  let failed = false

  function stopWhen({ held, cancelRequested }: { held: boolean; cancelRequested: boolean }): void {
    if (!held) stop.abort(new TaskStopped('lost'))
    else if (cancelRequested) stop.abort(new TaskStopped('cancelled'))
  }

  async function renewNow(): Promise<void> {
    const askedAt = performance.now()
    const { state, lines } = await connection.write(async tx => {
      const found = await renew(tx, task, leaseMs, progress.latest)
      if (!found.held) return { state: found, lines: null }
      progress.publish(tx)
      return { state: found, lines: await notes.write(tx) }
    })
    lines?.written()
    stopWhen(state)
    renewedAt = askedAt
    aloneMs = 0
  }

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    failed = false
    try {
      const since = notes.waitingSince
      const isWaiting = (since !== null && Date.now() - since > PATIENCE_MS) || progress.waits()
      if (isWaiting || performance.now() - renewedAt > leaseMs / 3) await renewNow()
      else stopWhen(await leaseState(connection.reader, task))
    } catch (error) {
      failed = true
      log.warn({ err: error, task: task.type, id: task.id }, 'could not renew the lease of a task')
    } finally {
      looking = false
    }
  }

  function tick(): void {
    const now = performance.now()
    aloneMs += Math.min(now - tickedAt, 2 * intervalMs)
    tickedAt = now
    // The task may belong to anybody while the database does not answer: its work stops. After a pause of the process the
    // database decides.
    if ((looking || failed) && aloneMs > leaseMs) stop.abort(new TaskStopped('lost'))
    void look()
  }

  const timer = setInterval(tick, intervalMs)
  const onStopping = () => stop.abort(stopping.reason)
  if (stopping.aborted) onStopping()
  stopping.addEventListener('abort', onStopping)

  return {
    notes,
    counted: () => counts,
    context: {
      task,
      signal: stop.signal,
      checkpoint: async (tx, news) => {
        stop.signal.throwIfAborted()
        // It is unknown here whether the transaction commits, so it does not count as a renewal.
        stopWhen(await renew(tx, task, leaseMs, news))
        stop.signal.throwIfAborted()
        if (news) progress.report(tx, news)
      },
      processed: ({ items, bytes }) => {
        if (items !== undefined) counts.items = (counts.items ?? 0) + items
        if (bytes !== undefined) counts.bytes = (counts.bytes ?? 0) + bytes
      },
      note: (level, text) => notes.add(level, text),
    },
    drop: () => {
      clearInterval(timer)
      stopping.removeEventListener('abort', onStopping)
    },
  }
}

/** Publishes progress at intervals, and the rest at the end. */
function createProgress(task: ClaimedTask) {
  let latest: TaskProgress | undefined
  let unpublished = false
  let publishedAt = Number.NEGATIVE_INFINITY
  const publish = (tx: Tx) => {
    if (!latest || !unpublished) return
    publishTaskStep(tx, { ...task, status: 'running', progress: latest })
    unpublished = false
    publishedAt = performance.now()
  }
  return {
    get latest() {
      return latest
    },
    report(tx: Tx, news: TaskProgress) {
      const { current, total, message } = latest ?? {}
      if (latest && current === news.current && total === news.total && message === news.message) return
      latest = news
      unpublished = true
      if (performance.now() - publishedAt >= PUBLISH_MS) publish(tx)
    },
    waits: () => unpublished && performance.now() - publishedAt > PATIENCE_MS,
    publish,
  }
}
