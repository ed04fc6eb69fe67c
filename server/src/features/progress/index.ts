/** The viewer's place in a book. */
export { findProgress, findReadableBook } from './progress.queries'
/** The routes of read progress. */
export { progressRoutes } from './progress.routes'
/** When a reported place counts as finished. */
export { type Place, placeOf } from './progress.rules'
/** Keeping a place, and putting a series' sums right after a scan. */
export {
  lockSeriesProgress,
  type ProgressRow,
  passOnPlaces,
  passOnSeries,
  recountSeriesForAll,
  savePlace,
} from './progress.store'
/** The routes of exact places in ebooks. */
export { progressionRoutes } from './progression.routes'
