/** Thumbnails, for this API and for the protocols. */
export { bookCoverAnswer, type CoverDeps, seriesCoverAnswer } from './answers.routes'
/** The routes of thumbnails. */
export { coverRoutes } from './cover.routes'
/** Where thumbnails lie. */
export { createThumbnailFolders, removeThumbnails, thumbnailFile } from './cover-files'
