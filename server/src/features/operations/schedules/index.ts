/** A schedule, and what it and the scheduler work with. */
export { createSchedule, type ScheduleDeps } from './change-schedules'
export type { DryRunDeps } from './dry-run'
/** The jobs of one library. */
export { libraryJobRoutes } from './library-job.routes'
/** What libraries ask of schedules, and the scans of a starting server. */
export { librarySchedules, scanOnStart } from './library-scan'
/** The scheduler's look at what is due, by the clock of the database. */
export { databaseClock, type Fire, runSchedules } from './run-schedules'
/** Everything that runs by itself. */
export { scheduleRoutes } from './schedule.routes'
