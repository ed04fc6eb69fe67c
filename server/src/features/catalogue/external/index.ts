/** Ids, links and ratings of series and books at other sites. */
export { externalOf } from './external.queries'
/** Validated values of a request. */
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
/** External data of files. */
export * as externalOfFiles from './files-external.store'
/** Ratings and ids, for sorting and filtering. */
export { scoresOf, withExternalId } from './scores'
