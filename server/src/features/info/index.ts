/** The routes of name, version and health. */
export { infoRoutes } from './info.routes'
