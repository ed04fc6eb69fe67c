/** The routes to edit metadata of books and series. */

/** Visible ones among some ids. */
export { visibleBookIds } from './book-edits.queries'
export { bookEditRoutes } from './book-edits.routes'
/** Edits that run in a transaction of the caller, for other protocols. */
export { prepareBookEdits, prepareSeriesEdit } from './edit-one'
/** Their dependencies. */
export type { EditingDeps } from './editing-deps'
/** Provenance, history and revert. */
export { historyRoutes } from './history.routes'
/** The steps of bulk edits, for tasks. */
export * as manyEdits from './many-edits'
/** Names by rules, after the files of editions have changed. */
export { findOldEditions, nameEditions, nameEditionsOrWait } from './name-editions'
export { nameEditRoutes } from './name-edits.routes'
export type { NamingDeps } from './names-by-rules'
export { pruneHistory } from './prune-history'
export { visibleSeriesIds } from './series-edits.queries'
export { seriesEditRoutes } from './series-edits.routes'
