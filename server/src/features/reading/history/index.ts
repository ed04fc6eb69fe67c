/** What was read before, as its owner takes it along. */

/** The routes of what was read before. */
export { historyRoutes } from './history.routes'
export { HISTORY_PART } from './history-part'
/** What the writer of places says: readings that ended, and those that an undo brings back. */
export { type EndedReading, forgetReadings, type ReadingKey, recordReadings } from './readings.store'
