/** Read progress: display and marking. */
export { freshenProgress, useMarkBook, useMarkMany, useMarkSeries } from './progress.queries'
export { cannotBeOpened, isLocked, nextToRead, type ReadingState, readingState, shareRead } from './progress.rules'
