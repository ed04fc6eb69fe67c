/** The routes of covers that people choose. */

/** What they work with. */
export type { ChoosingDeps } from './chosen-cover.types'
export { chosenCoverRoutes } from './chosen-covers.routes'
/** What can be done with covers, and that of a library. */
export { coverActs, libraryCoverAnswer } from './cover-acts'
/** For reverting an edit. */
export { type CoverBack, coverBack } from './cover-back'
