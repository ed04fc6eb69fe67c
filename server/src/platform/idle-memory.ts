import type { Connection } from '../db'

/** Interval of checks; a process that used less than this share of one core in it is idle. */
const EVERY_MS = 10_000
const IDLE_SHARE = 0.02
/** Compiled code is released only by the collection after the one that finds it unused. */
const COLLECTIONS = 3

/** Decides at each check, from the CPU time used since the last one, whether to collect. */
export function createIdleMemory(everyMs: number, collect: () => void): { readonly check: (cpuMs: number) => void } {
  let due = COLLECTIONS
  return {
    check(cpuMs) {
      if (cpuMs > everyMs * IDLE_SHARE) {
        due = COLLECTIONS
        return
      }
      if (due === 0) return
      due--
      collect()
    },
  }
}

/**
 * Returns memory that a start, a scan or many requests have used, once the process is idle: the runtime collects only
 * while memory grows, so an idle process would never get smaller. A collection takes about 20 ms.
 */
export function startIdleMemory(connection: Pick<Connection, 'releaseMemory'>): { readonly stop: () => void } {
  const memory = createIdleMemory(EVERY_MS, () => {
    connection.releaseMemory()
    Bun.gc(true)
    // Drops compiled code, which is compiled again when it is used. Deprecated, and without a replacement.
    Bun.shrink()
  })
  let before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    memory.check((user + system) / 1000)
    before = process.cpuUsage()
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
