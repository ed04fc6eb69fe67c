/** Sets the sharing tags of users and groups in the transaction that changes them. */
export { grantTags, inheritTags, requestedTags } from './change-tags'
/** Sharing tags by name, for other protocols. */
export * as sharingByName from './for-protocols'
export type { SharedSeries } from './shared-series'
/** Reads a tag by its id, for grants to groups. */
export { requireTag } from './sharing-tags.queries'
/** The routes of sharing tags, their series and their grants. */
export { sharingTagRoutes } from './sharing-tags.routes'
