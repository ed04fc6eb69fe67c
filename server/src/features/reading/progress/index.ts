/** Places as other protocols read and write them. */
export * as places from './for-protocols'
/** A report without time and device. */
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
/** Reading actions for other protocols. */
export * as readerActs from './reader-acts'
/** Records a reader's place: the only way to write it. */
export { recordPlace, undoPlace } from './record-place'
/** Records many readings at once, for sessions. */
export * as reports from './reports'
/** Recounts the sums of series after scans, with the rows locked. */
export { lockSeriesProgress, recountSeriesForAll } from './series-sums.store'
