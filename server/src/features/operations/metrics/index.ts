/** The queries behind the metrics, for measurements. */
export { hoursSince, queueHealth } from './metrics.queries'
/** The routes of metrics. */
export { metricsRoutes } from './metrics.routes'
/** Adds up one batch of runs. */

/** Deletes expired metrics. */
export { pruneMetrics } from './retention'
/** Adds up the runs of ended tasks from time to time. */
export { type RollUp, startRollUp } from './roll-up'
