import type { Connection } from '../../../db'
import type { Logger } from '../../../kernel/log'
import { freeRuns, hasRuns } from './metrics.queries'
import { rollUp } from './metrics.store'

/** Batch size, and the number of runs that triggers a roll-up. */
const BATCH = 1_000
/** Maximum delay, for fewer runs. */
const INTERVAL_MS = 20_000
/**
 * Vacuum after this number of runs. PostgreSQL's autovacuum runs each minute; at some thousand tasks per second that is
 * late, and every query for statistics reads the dead rows.
 */
const FREE_AFTER = 10 * BATCH

/** Adds up the runs of ended tasks from time to time. Every process does so, for all runs. */
export interface RollUp {
  /** Call it after writing so many runs. */
  noticed(count: number): void
  /** Adds up all there are. */
  now(): Promise<void>
  stop(): Promise<void>
}

export function startRollUp({ connection, log }: { connection: Connection; log: Logger }): RollUp {
  let waiting = 0
  let left = 0
  let running: Promise<void> | null = null

  async function all(): Promise<void> {
    waiting = 0
    for (;;) {
      const count = await connection.write(tx => rollUp(tx, BATCH))
      left += count
      if (left >= FREE_AFTER) {
        left = 0
        await freeRuns(connection.reader)
      }
      if (count < BATCH) return
      await turnOfOthers()
    }
  }

  function start(): Promise<void> {
    running ??= all().finally(() => {
      running = null
    })
    return running
  }

  const complain = (error: unknown) => log.warn({ err: error }, 'metrics could not be rolled up; will retry')

  async function tick(): Promise<void> {
    if (await hasRuns(connection.reader)) await start()
  }

  const timer = setInterval(() => tick().catch(complain), INTERVAL_MS)
  timer.unref()
  return {
    noticed(count) {
      waiting += count
      if (waiting >= BATCH) start().catch(complain)
    },
    now: async () => {
      // A roll-up under way may have started before the newest run was written.
      await running?.catch(() => undefined)
      await start()
    },
    async stop() {
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}

function turnOfOthers(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
