/** Values that others send elsewhere. */
export type { Observed, Sample } from './exposition'
/** Prometheus metrics of this process. */
export { createMetrics, type Metrics } from './metrics'
/** Counters of other parts of the process. */
export { type ObservedParts, observeParts } from './observed'
/** The route of a scrape. */
export { prometheusRoutes } from './prometheus.routes'
