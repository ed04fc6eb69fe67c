/** Reading the files of books. */

/** The routes that request reading and numbering books. */
export { analysisRoutes } from './analysis.routes'
export { isFresh } from './analysis.rules'
export type { AnalysisDeps, AnalysisRun } from './analysis.types'
/** The worker's part, and the task that reads one book. */
export { analysisHandlers, bookAnalysis, numberingOfSeries, readAgain, seriesAnalysis } from './analysis-tasks'
export { analyzeBooks } from './analyze-books'
/** Selection of books to read. */
export { type BookScope, countWaitingBooks, waitingBooks } from './waiting-books.queries'
/** Splits a batch, so that a rejected member does not affect the others. */
export { writeSplitting } from './write-splitting'
