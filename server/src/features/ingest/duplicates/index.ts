/** The routes of duplicates. */
export { duplicateRoutes } from './duplicate.routes'
/** How much a search would read. */
export { countSeries, sizeOfComparison } from './duplicates.queries'
/** The worker's part, and the task. */
export { DUPLICATE_SEARCH, duplicateHandlers } from './find-duplicates'
/** Books with the same content. */
export { duplicateBookKeys } from './group-books.queries'
