/** The route that tells how a library is watched. */
export { watchRoutes } from './watch.routes'
/** Notices what changes in the folders of libraries. */
export { startWatching, type Watching } from './watching'
