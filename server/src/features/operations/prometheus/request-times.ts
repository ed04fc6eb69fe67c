import type { Answered } from '../../../http/answered'
import type { Observed } from './exposition'
import { createHistogram } from './histogram'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
/** Any base path may precede it. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Durations of requests. */
export function createRequestTimes(): { readonly observed: Observed; answered(answered: Answered): void } {
  const histogram = createHistogram(
    'octavo_http_request_duration_seconds',
    'Requests by route, until the headers of the answer were ready',
    SECONDS,
  )
  return {
    observed: histogram,
    answered({ method, route, status, ms }) {
      // Unknown methods share one series.
      const known = METHODS.has(method) ? method : 'other'
      const labels = () => ({ method: known, route, status: String(status) })
      histogram.count(histogram.seriesOf(`${known} ${status} ${route}`, labels), ms / 1000)
    },
  }
}
