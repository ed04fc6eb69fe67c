/** The routes of purges. */
export { purgeRoutes } from './purge.routes'
/** The worker's part, and the task that purges a library. */
export { libraryPurge, purgeHandlers, purgeOverdue } from './purge-task'
