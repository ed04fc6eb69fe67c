import { createDetails, type ScanDetails } from './scan-details'

/** Maximum number of stored sentences per scan. */
const MAX_ERRORS = 100

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
  note(sentence: string): void
  /** At most 100 sentences, and how many more there were. */
  errors(): string[]
}

/** `onNote` gets every sentence, beyond the limit too. */
export function createReport(onNote: (sentence: string) => void, details = createDetails(null)): ScanReport {
  const sentences: string[] = []
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
    note(sentence) {
      onNote(sentence)
      if (sentences.length < MAX_ERRORS) sentences.push(sentence)
      else more++
    },
    errors: () => (more === 0 ? sentences : [...sentences, `… and ${more} more.`]),
  }
}
