/** Reading the files of books. */

/** The routes that request reading and numbering books. */
export { analysisRoutes } from './analysis.routes'
export { isFresh } from './analysis.rules'
export type { AnalysisDeps, AnalysisRun } from './analysis.types'
/** The worker's part, and the task that reads one book. */
export { analysisHandlers, bookAnalysis, numberingOfSeries, readAgain, seriesAnalysis } from './analysis-tasks'
export { analyzeBooks } from './analyze-books'
/** Which books there are to read. */
export { type BookScope, countWaitingBooks, waitingBooks } from './waiting-books.queries'
/** A batch of which the database refuses one member costs that one. */
export { writeSplitting } from './write-splitting'
