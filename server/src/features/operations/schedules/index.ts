/** A schedule, and dependencies of the scheduler. */
export { createSchedule, type ScheduleDeps } from './change-schedules'
export type { DryRunDeps } from './dry-run'
/** The jobs of one library. */
export { libraryJobRoutes } from './library-job.routes'
/** Implements the libraries' interface to schedules, and scans at the start. */
export { librarySchedules, scanOnStart } from './library-scan'
/** Finds due schedules by the database's clock. */
export { databaseClock, type Fire, runSchedules } from './run-schedules'
/** All scheduled jobs. */
export { scheduleRoutes } from './schedule.routes'
/** For a restored database. */
export { PLAN_AGAIN } from './schedules.store'
