/** Sessions and estimated sittings, with their sums. */
export type { LoggedSession } from './logged-session'
export { type EstimatedSitting, logSessions, logSittings } from './reading-log.store'
/** Completes sums that a process of an older version did not add to. */
export { repairReadingSums } from './repair-sums'
/** Estimated sittings, from places. */
export { type Sitting, sittingAfter } from './sitting.rules'
/** The periods of sums: quarters of an hour, six hours and months. */
export { monthOf, QUARTER_MS, QUARTERS_A_BLOCK, QUARTERS_A_DAY, quarterOf, startOfMonth } from './spans'
