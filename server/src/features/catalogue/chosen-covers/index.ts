/** The routes of covers that people choose. */

/** What they work with. */
export type { ChoosingDeps } from './chosen-cover.types'
export { chosenCoverRoutes, libraryCoverAnswer } from './chosen-covers.routes'
/** For reverting an edit. */
export { type CoverBack, coverBack } from './cover-back'
