/** The routes of thumbnails. */
export { coverRoutes } from './cover.routes'
