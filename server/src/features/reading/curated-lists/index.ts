/** The routes of collections and read lists. */
export { type CuratedListDeps, collectionRoutes } from './collections.routes'
/** Books that lists name and that have come. */
export { fillWanted } from './fill-wanted'
export { listFileRoutes } from './list-files.routes'
export { readListRoutes } from './read-lists.routes'
