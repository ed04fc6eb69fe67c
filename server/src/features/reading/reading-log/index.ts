/** Sessions and estimated sittings, with their sums. */
export type { LoggedSession } from './logged-session'
export { type EstimatedSitting, logSessions, logSittings } from './reading-log.store'
/** What places say of a sitting that nobody measured. */
export { type Sitting, sittingAfter } from './sitting.rules'
/** The quarters of an hour and the months that sums are for. */
export { monthOf, QUARTER_MS, quarterOf, startOfMonth } from './spans'
