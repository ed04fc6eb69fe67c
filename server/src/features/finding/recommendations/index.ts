/** The routes of recommendations based on the user's reading. */
export { recommendationRoutes } from './recommendations.routes'
