/** The worker's part. */

/** The routes of titles. */
export { titleRoutes } from './title.routes'
export { titleHandlers } from './title-tasks'
