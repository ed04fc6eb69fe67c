/** The routes of other titles that series have. */

/** The other titles of a series, as the contract shows them. */
export { alternateTitlesOf } from './alternate-titles.queries'
export { alternateTitleRoutes } from './alternate-titles.routes'
/** What a reset of a series' metadata takes away. */
export { deleteAlternateTitlesOf, insertAlternateTitle } from './alternate-titles.store'
