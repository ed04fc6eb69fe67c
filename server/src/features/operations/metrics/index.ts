/** The queries behind the metrics, for measurements. */
export { hoursSince, queueHealth } from './metrics.queries'
/** The routes of metrics. */
export { metricsRoutes } from './metrics.routes'
/** Adds up one batch of runs. */
export { rollUp } from './metrics.store'
/** Deletes expired metrics. */
export { pruneMetrics } from './retention'
/** Adds up the runs of ended tasks now and then. */
export { type RollUp, startRollUp } from './roll-up'
