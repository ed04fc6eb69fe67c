import type { Logger } from '../kernel/log'

/** A request that was answered, for logs and counters. */
export interface Answered {
  readonly method: string
  /** The path of the contract's route with its names in braces; `(none)` where no route answered. */
  readonly route: string
  readonly status: number
  /** Until the headers were ready; a body may take longer. */
  readonly ms: number
  readonly userId: string | null
}

/** From here on a request is worth a line by itself. */
const SLOW_MS = 1_000

/** One line for each request: at debug, louder for what was slow or went wrong. */
export function logAnswered(log: Logger, answered: Answered, requestId: string): void {
  const { status, ms } = answered
  const level = status === 500 ? 'error' : status > 500 || ms > SLOW_MS ? 'warn' : 'debug'
  if (!log.isLevelEnabled(level)) return
  log[level]({ requestId, ...answered, ms: Math.round(ms * 10) / 10 }, 'request')
}
