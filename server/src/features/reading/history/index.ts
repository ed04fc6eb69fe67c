/** Past readings, for exports of a user's data. */

/** The routes of past readings. */
export { historyRoutes } from './history.routes'
export { HISTORY_PART } from './history-part'
/** Ended readings, and those restored by an undo. */
export { type EndedReading, forgetReadings, type ReadingKey, recordReadings } from './readings.store'
