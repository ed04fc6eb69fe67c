/** The routes of recommendations from one's own reading. */
export { recommendationRoutes } from './recommendations.routes'
