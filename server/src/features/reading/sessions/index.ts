/** The routes of reading sessions. */
export { sessionRoutes as readingSessionRoutes } from './sessions.routes'
/** Sessions, as their reader takes them along. */
export { SESSIONS_PART } from './sessions-part'
