/** Ratings of series and books by users. */
export { ratingRoutes } from './ratings.routes'
