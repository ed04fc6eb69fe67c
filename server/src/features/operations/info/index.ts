/** The routes of name and version. */
export { infoRoutes } from './info.routes'
