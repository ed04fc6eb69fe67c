/** The routes of books with errors. */
export { bookErrorRoutes } from './book-errors.routes'
/** Pages that could not be shown become errors of their books. */
export { createPageFailures } from './page-failures'
/** The worker's part. */
export { retryHandlers } from './retry-task'
