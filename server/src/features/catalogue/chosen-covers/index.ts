/** The routes of chosen covers. */

/** Their dependencies. */
export type { ChoosingDeps } from './chosen-cover.types'
export { chosenCoverRoutes } from './chosen-covers.routes'
/** Operations on covers, and the cover of a library. */
export { coverActs, libraryCoverAnswer } from './cover-acts'
/** For reverting an edit. */
export { type CoverBack, coverBack } from './cover-back'
