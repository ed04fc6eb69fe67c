/** Reading books, for whoever has a task for it. */
export type { AnalysisDeps, AnalysisRun, ReadBook } from './analysis.types'
export { analyzeBooks } from './analyze-books'
/** Numbers that follow from the files. */
export { renumberSeries } from './renumber-series'
/** Which books there are to read. */
export { type BookScope, countWaitingBooks, waitingBooks } from './waiting-books.queries'
