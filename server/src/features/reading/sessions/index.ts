/** The routes of reading sessions. */
export { sessionRoutes as readingSessionRoutes } from './sessions.routes'
/** Sessions, for exports of a user's data. */
export { SESSIONS_PART } from './sessions-part'
