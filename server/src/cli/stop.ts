import type { Environment } from '../config'
import type { Logger } from '../kernel/log'
import { CommandFailure } from './command'
import { whenNpmEnds } from './starter'

/** Grace period for work in progress. */
const DRAIN_MS = 10_000
/** A terminal and npm may both pass on one Ctrl+C: signals in quick succession count as one. */
const SAME_REQUEST_MS = 1000

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when what started this process has ended; the log says which.
 * The process then ends after the load balancers' notice period and at most ten seconds, or at once on a second signal.
 */
export function untilAskedToStop(log: Logger, environment: Environment, noticeMs = 0): Promise<void> {
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
    const askOnce = (reason: string): void => {
      if (askedAt === null) ask(reason)
    }
    whenNpmEnds(environment, () => askOnce('npm ended'))
    // On Windows, scripts/run-child.mjs has the other end of this pipe: it closes even when that process is killed.
    if (process.connected) process.on('disconnect', () => askOnce('the launcher ended'))
  })
}

/** Aborts on the same occasions: for commands that end by themselves. */
export function abortWhenAsked(environment: Environment): AbortSignal {
  const asked = new AbortController()
  const abort = (reason: string): void =>
    asked.abort(new CommandFailure(`Stopped (${reason}). Run the same command again.`))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => abort(signal))
  whenNpmEnds(environment, () => abort('npm ended'))
  return asked.signal
}
