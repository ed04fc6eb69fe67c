/** What Prometheus reads of this process. */
export { createMetrics, type Metrics } from './metrics'
/** What the parts of a process count by themselves. */
export { type ObservedParts, observeParts } from './observed'
/** The route of a scrape. */
export { prometheusRoutes } from './prometheus.routes'
