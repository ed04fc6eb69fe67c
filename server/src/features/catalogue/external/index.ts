/** Ids, links and ratings of series and books at other sites. */
export { externalOf, isShown } from './external.queries'
/** What a request says, as it is stored. */
export { externalIdOf, externalLinkOf } from './external.rules'
export {
  type ExternalTable,
  removeExternal,
  resetExternal,
  type Subject,
  setExternalId,
  setExternalLink,
  setExternalRating,
} from './external.store'
/** Rows as the contract shows them. */
export * as externalView from './external.view'
/** What files say of their books and series. */
export * as externalOfFiles from './files-external.store'
/** Ratings and ids as lists sort and filter by them. */
export { scoresOf, withExternalId } from './scores'
