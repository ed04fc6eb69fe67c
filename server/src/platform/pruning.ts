import { sql } from 'kysely'
import type { Connection, Tx } from '../db'
import type { Logger } from '../kernel/log'
import { answered } from '../kernel/patience'

/** Deletes at most `limit` expired rows, and returns their number. What depends on it runs after the commit. */
export type Prune = (tx: Tx, limit: number, afterCommit?: (work: () => void) => void) => Promise<number>

/**
 * Returns what to delete now. Settings are read here: a transaction must not wait for anything else. A job with longer work
 * ends it when the signal is aborted, as the process stops then.
 */
export type PruneJob = (stopping: AbortSignal) => Promise<Prune>

/** Rows deleted per transaction, so that others can write in between. */
const BATCH = 500
const FIRST_MS = 2 * 60_000
const INTERVAL_MS = 3_600_000
/** How long the others wait for one job, and a stopping process for all of them. */
const PATIENCE_MS = 60_000
const STOP_MS = 2_000

export interface Pruning {
  /** Deletes everything that is due now. Does nothing while another process does so. */
  now(): Promise<void>
  stop(): Promise<void>
}

/** Deletes expired rows, hourly, in one process at a time. */
export function startPruning(options: {
  readonly connection: Connection
  readonly log: Logger
  readonly jobs: Readonly<Record<string, PruneJob>>
  /** How long the others wait for one. */
  readonly patienceMs?: number
}): Pruning {
  const { connection, log, jobs, patienceMs = PATIENCE_MS } = options
  const stopping = new AbortController()
  /** A job on a hanging disk may never end: the others go on, and it is not started again before. */
  const unfinished = new Map<string, Promise<void>>()
  let running: Promise<void> | null = null

  async function all(): Promise<void> {
    for (const [job, find] of Object.entries(jobs)) {
      if (stopping.signal.aborted) return
      if (unfinished.has(job)) continue
      const done = pruneOne(job, find)
        .catch(error => log.warn({ err: error, job }, 'could not delete expired rows; will retry'))
        .finally(() => unfinished.delete(job))
      unfinished.set(job, done)
      await answered(done, stopping.signal, patienceMs).catch(() => {
        if (!stopping.signal.aborted) log.warn({ job }, 'deleting expired rows takes long; other kinds go on')
      })
    }
  }

  async function pruneOne(job: string, find: PruneJob): Promise<void> {
    const prune = await find(stopping.signal)
    let deleted = 0
    while (!stopping.signal.aborted) {
      let after: (() => void)[] = []
      const part = await connection.write(async tx => {
        after = []
        return (await isAlone(tx)) ? prune(tx, BATCH, work => after.push(work)) : 0
      })
      for (const work of after) work()
      deleted += part
      if (part < BATCH) break
      await turnOfOthers()
    }
    if (deleted > 0) log.info({ job, deleted }, 'deleted expired rows')
  }

  const run = () => {
    running ??= all().finally(() => {
      running = null
    })
    return running
  }
  const tick = () => {
    run()
  }
  // Random, so that processes that started together do not run at once.
  const first = setTimeout(tick, FIRST_MS * (1 + Math.random()))
  const timer = setInterval(tick, INTERVAL_MS * (0.9 + 0.2 * Math.random()))
  first.unref()
  timer.unref()
  return {
    now: run,
    async stop() {
      stopping.abort()
      clearTimeout(first)
      clearInterval(timer)
      await running
      await answered(Promise.all(unfinished.values()), new AbortController().signal, STOP_MS).catch(() => undefined)
    },
  }
}

async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    alone: boolean | number
  }>`select ${tx.dialect.tryLock('octavo pruning')} as alone`.execute(tx.query)
  return Boolean(rows[0]?.alone)
}

function turnOfOthers(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
