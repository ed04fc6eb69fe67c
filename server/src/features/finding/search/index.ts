/** One search over all that has a name. */
export { searchRoutes } from './search.routes'
