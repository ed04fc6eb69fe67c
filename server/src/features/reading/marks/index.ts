/** Marks, as their reader takes them along. */

/** The routes of bookmarks, highlights and notes. */
export { markRoutes } from './marks.routes'
export { MARKS_PART } from './marks-part'
