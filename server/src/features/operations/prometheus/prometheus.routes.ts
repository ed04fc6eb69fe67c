import { prometheusMetrics } from '@octavo/contract/health'
import type { Binder } from '../../../http/bind'
import type { Metrics } from './metrics'

export interface PrometheusDeps {
  readonly metrics: Metrics
  /** Public access. */
  readonly isPublic: boolean
}

export function prometheusRoutes(binder: Binder, { metrics, isPublic }: PrometheusDeps): void {
  const answer = async () =>
    new Response(await metrics.text(), { headers: { 'Content-Type': metrics.mediaType, 'Cache-Control': 'no-store' } })
  if (isPublic) binder.bindPublic({ ...prometheusMetrics, access: 'public' }, answer)
  else binder.bind(prometheusMetrics, answer)
}
