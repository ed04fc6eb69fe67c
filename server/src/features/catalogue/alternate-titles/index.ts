/** The routes of alternate titles. */

/** Alternate titles of a series, as the contract shows them. */
export { alternateTitlesOf } from './alternate-titles.queries'
export { alternateTitleRoutes } from './alternate-titles.routes'
/** For resets and reverts. */
export { setAlternateTitles } from './alternate-titles.store'
