/** The routes of collections and read lists. */
export { type CuratedListDeps, collectionRoutes } from './collections.routes'
/** Adds newly available books to lists. */
export { fillWanted } from './fill-wanted'
/** Lists and their members, for other protocols. */
export * as curatedLists from './for-protocols'
export { listFileRoutes } from './list-files.routes'
export { listNames } from './list-names'
/** A person's own lists, for exports of a user's data. */
export { COLLECTIONS_PART, READ_LISTS_PART } from './lists-part'
/** Matches book names in lists with books. */
export { matchesOf as booksNamed } from './match.queries'
export { changingMembers } from './publish-lists'
export { readListRoutes } from './read-lists.routes'
