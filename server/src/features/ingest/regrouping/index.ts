/** Deletes regroupings older than the retention. */
export { pruneRegroupings } from './prune-regroupings'
/** Merges of books, for duplicates. */
export { mergeBooksInto, type RegroupingDeps } from './regroup'
export { regroupingHandlers } from './regroup-task'
/** The routes that merge, split and move. */
export { regroupingRoutes } from './regrouping.routes'
