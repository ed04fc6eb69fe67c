/** The routes of reading sessions. */
export { sessionRoutes as readingSessionRoutes } from './sessions.routes'
