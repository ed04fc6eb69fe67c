/** The routes of books with errors. */
export { bookErrorRoutes } from './book-errors.routes'
/** Records pages that fail to render as errors of their books. */
export { createPageFailures } from './page-failures'
/** The worker's part. */
export { retryHandlers } from './retry-task'
