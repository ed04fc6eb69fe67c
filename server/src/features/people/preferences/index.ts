/** What each person prefers. */
export { preferenceRoutes } from './preference.routes'
