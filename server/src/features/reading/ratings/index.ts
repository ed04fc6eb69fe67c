/** What users think of series and books. */
export { ratingRoutes } from './ratings.routes'
