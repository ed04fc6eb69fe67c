import type { Logger } from '../kernel/log'
import { CommandFailure } from './command'

/** Time that work under way has to end. */
const DRAIN_MS = 10_000
/** A terminal and npm both pass one Ctrl+C on: what follows at once is the same request. */
const SAME_REQUEST_MS = 1000

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the launcher that started this process is gone; the log says
 * which. From then on the process ends within ten seconds and the notice that load balancers get, or at once when it is
 * asked again.
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
    // scripts/run-child.mjs holds the other end: it closes however the launcher ends, even when it is killed.
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
