/** The routes of metrics. */
export { metricsRoutes } from './metrics.routes'
/** Forgets metrics that are kept no longer. */
export { pruneMetrics } from './retention'
/** Adds up the runs of ended tasks now and then. */
export { type RollUp, startRollUp } from './roll-up'
