/** The routes by which metadata of books and series is changed. */

/** Those of some ids that a person may see. */
export { visibleBookIds } from './book-edits.queries'
export { bookEditRoutes, type EditingDeps } from './book-edits.routes'
/** Provenance, history and revert. */
export { historyRoutes } from './history.routes'
/** The steps of edits of many, for tasks. */
export * as manyEdits from './many-edits'
export { nameEditRoutes } from './name-edits.routes'
export { pruneHistory } from './prune-history'
export { visibleSeriesIds } from './series-edits.queries'
export { seriesEditRoutes } from './series-edits.routes'
