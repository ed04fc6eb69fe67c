/** Read progress: what is read, and marking it. */
export { freshenProgress, useMarkBook, useMarkMany, useMarkSeries } from './progress.queries'
export { nextToRead, type ReadingState, readingState, shareRead } from './progress.rules'
