import type { Logger } from '../kernel/log'

export interface SchedulerOptions {
  /** Does what is due, and answers the milliseconds until something will be; null when nothing is planned. */
  readonly look: () => Promise<number | null>
  readonly log: Logger
  /** Looks at least so often: another process may have changed the plan. */
  readonly pollMs?: number
}

export interface Scheduler {
  /** Looks at once: the plan has changed. */
  wake(): void
  /** Ends after the look under way. */
  stop(): Promise<void>
}

const SHORTEST_MS = 50

/**
 * Polls for what is due. It has no plan of its own: the schedule is in the database, where any
 * number of processes look, and each thing is done by one of them.
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
