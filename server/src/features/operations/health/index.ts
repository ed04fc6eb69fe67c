/** Problems. */
export { createHealth, type Health } from './health'
/** The routes of probes. */
export { healthRoutes } from './health.routes'
/** The checks. */
export { type HealthParts, healthChecks } from './health-checks'
