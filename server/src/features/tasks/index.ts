/** The routes of tasks. */
export { taskRoutes } from './task.routes'
/** How many tasks are in which state. */
export { taskStats } from './tasks.queries'
