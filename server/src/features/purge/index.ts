/** The routes of purges. */
export { purgeRoutes } from './purge.routes'
/** The worker's part. */
export { purgeHandlers } from './purge-task'
