/** The routes of home pages. */
export { homeRoutes } from './home.routes'
