import type { Logger } from '../kernel/log'
import { CommandFailure } from './command'

/** Grace period for work in progress. */
const DRAIN_MS = 10_000
/** A terminal and npm may both pass on one Ctrl+C: signals in quick succession count as one. */
const SAME_REQUEST_MS = 1000

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the launcher of this process has ended; the log says which.
 * The process then ends after the load balancers' notice period and at most ten seconds, or at once on a second signal.
 */
export function untilAskedToStop(log: Logger, noticeMs = 0): Promise<void> {
  return new Promise(resolve => {
    let askedAt: number | null = null
    const ask = (reason: string): void => {
      if (askedAt === null) {
        askedAt = Date.now()
        log.info({ reason }, 'stopping')
        setTimeout(() => {
          log.warn({ seconds: (DRAIN_MS + noticeMs) / 1000 }, 'stopped before all work was done: it took too long')
          process.exit(1)
        }, DRAIN_MS + noticeMs).unref()
        resolve()
      } else if (Date.now() - askedAt > SAME_REQUEST_MS) {
        log.warn({ reason }, 'stopped immediately: asked twice')
        process.exit(1)
      }
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal))
    // scripts/run-child.mjs has the other end of this pipe: it closes even when the launcher is killed.
    if (process.connected) process.on('disconnect', () => ask('the launcher ended'))
  })
}

/** Aborts at the first SIGINT, SIGTERM or SIGHUP: for commands that end by themselves. */
export function abortWhenAsked(): AbortSignal {
  const asked = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => asked.abort(new CommandFailure(`Stopped (${signal}). Run the same command again.`)))
  }
  return asked.signal
}
