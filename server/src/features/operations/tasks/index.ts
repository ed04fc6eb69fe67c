/** Whether tasks may start now. */
export { taskAdmission } from './admission'
/** Deletes tasks past their retention. */
export { pruneTasks } from './prune-tasks'
/** The routes of tasks. */
export { taskRoutes } from './task.routes'
/** Number of tasks by state. */
export type { TaskCount } from './task-counts.queries'
export { taskStats } from './task-stats'
