/** The routes of collections and read lists. */
export { type CuratedListDeps, collectionRoutes } from './collections.routes'
/** Books that lists name and that have come. */
export { fillWanted } from './fill-wanted'
/** Lists and their members, for other protocols. */
export * as curatedLists from './for-protocols'
export { listFileRoutes } from './list-files.routes'
export { listNames } from './list-names'
/** A person's own lists, as they take them along. */
export { COLLECTIONS_PART, READ_LISTS_PART } from './lists-part'
/** Books that are named as lists name them. */
export { matchesOf as booksNamed } from './match.queries'
export { readListRoutes } from './read-lists.routes'
