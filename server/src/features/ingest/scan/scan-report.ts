import type { ScanProblemDto } from '@octavo/contract/scan'
import { createDetails, type ScanDetails } from './scan-details'

/** Maximum number of stored problems per scan. */
const MAX_PROBLEMS = 100

/** Counters of a scan so far. */
export interface ScanReport {
  readonly details: ScanDetails
  filesTotal: number
  filesProcessed: number
  seriesFound: number
  booksFound: number
  booksToAnalyze: number
  booksAnalyzed: number
  /** For the task's result. */
  readonly changes: {
    seriesCreated: number
    booksCreated: number
    booksUpdated: number
    booksMoved: number
    booksRestored: number
    booksDeleted: number
  }
  /** A problem that was already noted counts once. */
  note(problem: ScanProblemDto): void
  /** At most 100, and how many more there were. */
  problems(): readonly ScanProblemDto[]
}

/** `onNote` gets every problem, beyond the limit too. */
export function createReport(onNote: (problem: ScanProblemDto) => void, details = createDetails(null)): ScanReport {
  const problems: ScanProblemDto[] = []
  const noted = new Set<string>()
  let more = 0
  return {
    details,
    filesTotal: 0,
    filesProcessed: 0,
    seriesFound: 0,
    booksFound: 0,
    booksToAnalyze: 0,
    booksAnalyzed: 0,
    changes: {
      seriesCreated: 0,
      booksCreated: 0,
      booksUpdated: 0,
      booksMoved: 0,
      booksRestored: 0,
      booksDeleted: 0,
    },
    note(problem) {
      const key = `${problem.folder ?? ''} ${problem.message}`
      if (noted.has(key)) return
      onNote(problem)
      if (problems.length < MAX_PROBLEMS) {
        problems.push(problem)
        noted.add(key)
      } else more++
    },
    problems: () =>
      more === 0 ? problems : [...problems, { kind: 'more', count: more, message: `… and ${more} more.` }],
  }
}
