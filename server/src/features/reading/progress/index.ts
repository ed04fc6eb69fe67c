/** Places as other protocols read and write them. */
export * as places from './for-protocols'
/** A report of a place that says neither when nor by whom. */
export { UNATTRIBUTED } from './newest-reading.rules'
/** The viewer's place in a book. */
export { findReadableBook } from './progress.queries'
/** The routes of read progress. */
export { progressRoutes } from './progress.routes'
/** When a reported place counts as finished. */
export { type Place, placeOf } from './progress.rules'
export type { ProgressDeps } from './progress-deps'
/** The routes of exact places in ebooks. */
export { progressionRoutes } from './progression.routes'
/** What readers do by other protocols. */
export * as readerActs from './reader-acts'
/** Where a reader is: the one way to write it. */
export { recordPlace, undoPlace } from './record-place'
/** Reports of many readings at once, for sessions. */
export * as reports from './reports'
/** Sums of a series are put right after a scan, and nobody reads in it meanwhile. */
export { lockSeriesProgress, recountSeriesForAll } from './series-sums.store'
