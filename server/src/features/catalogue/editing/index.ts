/** The routes by which metadata of books and series is changed. */

/** Those of some ids that a person may see. */
export { visibleBookIds } from './book-edits.queries'
export { bookEditRoutes } from './book-edits.routes'
/** One book or series at a time, for other protocols. */
export { editOneBook, editOneSeries } from './edit-one'
/** What they work with. */
export type { EditingDeps } from './editing-deps'
/** Provenance, history and revert. */
export { historyRoutes } from './history.routes'
/** The steps of edits of many, for tasks. */
export * as manyEdits from './many-edits'
export { nameEditRoutes } from './name-edits.routes'
export { pruneHistory } from './prune-history'
export { visibleSeriesIds } from './series-edits.queries'
export { seriesEditRoutes } from './series-edits.routes'
