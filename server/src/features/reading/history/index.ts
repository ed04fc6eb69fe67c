/** The routes of what was read before. */
export { historyRoutes } from './history.routes'
/** What the writer of places says: readings that ended, and those that an undo brings back. */
export { type EndedReading, forgetReadings, type ReadingKey, recordReadings } from './readings.store'
