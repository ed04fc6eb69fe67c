/** Marks, for exports of a user's data. */

/** The routes of bookmarks, highlights and notes. */
export { markRoutes } from './marks.routes'
export { MARKS_PART } from './marks-part'
