import type { Logger } from '../kernel/log'

export interface SchedulerOptions {
  /** Does what is due, and returns the milliseconds until the next is due; null if nothing is planned. */
  readonly look: () => Promise<number | null>
  readonly log: Logger
  /** Maximum polling interval: another process may have changed the schedules. */
  readonly pollMs?: number
}

export interface Scheduler {
  /** Polls at once: the schedules have changed. */
  wake(): void
  /** Ends after the current poll. */
  stop(): Promise<void>
}

const SHORTEST_MS = 50

/**
 * Polls for what is due. It has no state: schedules are in the database, which any number of processes poll, and each
 * run is done by one of them.
 */
export function startScheduler({ look, log, pollMs = 5_000 }: SchedulerOptions): Scheduler {
  let stopped = false
  let woken = false
  let resume: () => void = () => undefined

  function pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      woken = false
      let wait = pollMs
      try {
        const untilNext = await look()
        if (untilNext !== null) wait = Math.min(pollMs, Math.max(SHORTEST_MS, untilNext))
      } catch (error) {
        log.error({ err: error }, 'could not read schedules')
      }
      if (!woken && !stopped) await pause(wait)
    }
  }

  const running = loop()
  return {
    wake() {
      woken = true
      resume()
    },
    async stop() {
      stopped = true
      resume()
      await running
    },
  }
}
