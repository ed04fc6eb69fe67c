/** What tags are to mean for users or groups, in the transaction of whoever changes these. */
export { grantTags, inheritTags, requestedTags } from './change-tags'
export type { SharedSeries } from './shared-series'
/** Reads a tag by its id, for grants to groups. */
export { requireTag } from './sharing-tags.queries'
/** The routes of sharing tags, of those of series, and of what they mean for users. */
export { sharingTagRoutes } from './sharing-tags.routes'
