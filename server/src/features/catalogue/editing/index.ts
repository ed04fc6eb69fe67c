/** The routes by which metadata of books and series is changed. */
export { bookEditRoutes, type EditingDeps } from './book-edits.routes'
export { seriesEditRoutes } from './series-edits.routes'
