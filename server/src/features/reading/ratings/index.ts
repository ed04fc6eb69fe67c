/** Ratings of series and books by users. */
export { ratingRoutes } from './ratings.routes'
/** Ratings, as their author takes them along. */
export { RATINGS_PART } from './ratings-part'
