/** One search over everything with a name. */
export { searchRoutes } from './search.routes'
