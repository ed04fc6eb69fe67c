import type { Logger } from '../kernel/log'
import type { Span } from '../kernel/tracing'

/** An answered request, for logs and metrics. */
export interface Answered {
  readonly method: string
  /** The path template of the contract's route; `(none)` if no route matched. */
  readonly route: string
  readonly status: number
  /** Until the headers were ready; the body may take longer. */
  readonly ms: number
  readonly userId: string | null
}

/** One line per request: at debug level, higher for slow and failed ones. */
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
