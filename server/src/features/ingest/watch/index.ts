/** The route that shows how a library is watched. */
export { watchRoutes } from './watch.routes'
/** Detects changes in the folders of libraries. */
export { startWatching, type Watching } from './watching'
