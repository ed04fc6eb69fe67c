/** The routes for browsers. */
export { observabilityRoutes } from './observability.routes'
/** Traces and metrics of this process. */
export { startObservability } from './start-observability'
