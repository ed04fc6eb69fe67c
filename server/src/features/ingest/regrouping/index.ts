/** Deletes what is older than the retention time. */
export { pruneRegroupings } from './prune-regroupings'
/** Merges of books, for duplicates. */
export { mergeBooksInto, type RegroupingDeps } from './regroup'
export { regroupingHandlers } from './regroup-task'
/** The routes that merge, split and move. */
export { regroupingRoutes } from './regrouping.routes'
