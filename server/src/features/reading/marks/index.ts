/** The routes of bookmarks, highlights and notes. */
export { markRoutes } from './marks.routes'
