/** Thumbnails, for this API and for the protocols. */
export { bookCoverAnswer, type CoverDeps, seriesCoverAnswer } from './answers.routes'
/** The routes of thumbnails. */
export { coverRoutes } from './cover.routes'
/** The thumbnails of books, wherever they are stored. */
export { type CoverName, type Covers, coverKey, createCovers } from './cover-files'
/** Which cover it is, by what was read. */
export { coverVersion } from './cover-version.rules'
