import type { Logger } from '../kernel/log'
import type { Span } from '../kernel/tracing'

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

/** One line for each request: at debug, louder for what was slow or went wrong. */
export function logAnswered(log: Logger, answered: Answered, slowMs: number | null): void {
  const { status, ms } = answered
  const level = status === 500 ? 'error' : status > 500 || (slowMs !== null && ms >= slowMs) ? 'warn' : 'debug'
  if (!log.isLevelEnabled(level)) return
  log[level]({ ...answered, ms: Math.round(ms * 10) / 10 }, 'request')
}

/** What a span says about a request: never its address, which may contain secrets and names. */
export function describeRequest(span: Span, { method, route, status }: Answered): void {
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status }
  span.set(attributes, `${method} ${route}`)
  if (status >= 500) span.fail(`HTTP ${status}`)
}
