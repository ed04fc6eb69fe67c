/** What is not as it should be. */
export { createHealth, type Health } from './health'
/** The routes of probes. */
export { healthRoutes } from './health.routes'
/** What is looked at. */
export { type HealthParts, healthChecks } from './health-checks'
