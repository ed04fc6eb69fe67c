/** Thumbnails, for this API and for the protocols. */

export type { CoverDeps } from './answers.routes'
export * as coverAnswers from './answers.routes'
/** Files of added covers. */
export * as chosenFiles from './chosen-files'
/** Routes for thumbnails, and for requests to make them. */
export { coverRoutes } from './cover.routes'
/** The thumbnails of books and series, wherever they are stored. */
export { type Covers, createCovers } from './cover-files'
/** The worker's part, and the tasks that make covers. */
export * as coverTasks from './cover-tasks'
/** The version of a cover, from the facts read. */
export { coverVersion } from './cover-version.rules'
export type { CoverWork } from './cover-work.types'
export { countCoverBooks } from './coverless-books.queries'
export { makeCovers } from './make-covers'
/** Covers whose files are lost. */
export { createMissingCovers } from './missing-covers'
/** Covers of series, of images in their folders. */
export * as seriesImages from './series-images'
/** Default covers. */
export * as usualCovers from './usual-covers'
