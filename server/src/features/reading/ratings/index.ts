/** Ratings of series and books by users. */
export { ratingRoutes } from './ratings.routes'
/** Ratings, for exports of a user's data. */
export { RATINGS_PART } from './ratings-part'
