/** Read progress: display and marking. */
export { freshenProgress, useMarkBook, useMarkMany, useMarkSeries } from './progress.queries'
export { nextToRead, type ReadingState, readingState, shareRead } from './progress.rules'
