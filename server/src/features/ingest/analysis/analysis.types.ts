import type { Connection } from '../../../db'
import type { BookFacts, FileProblem } from '../../../formats/facts'
import type { Clock } from '../../../kernel/clock'
import type { TaskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import type { Covers } from '../../catalogue/covers'

/** Dependencies of reading books. */
export interface AnalysisDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly covers: Covers
  readonly now: Clock
}

/** A book that waits for analysis. */
export interface WaitingBook {
  readonly pk: number
  readonly id: string
  readonly series_pk: number
  readonly series_id: string
  readonly library_pk: number
  readonly library_id: string
  readonly folder_path: string
  /** Below the library's folder. */
  readonly path: string
  readonly file_name: string
  /** Another file of its folder differs in the year only. */
  readonly hasOtherEdition: boolean
  readonly series_path: string
  readonly series_title: string
  readonly series_title_locked: boolean
  readonly series_books: number
  readonly number: number | null
  /** Metadata sources of its library, JSON; null for the default. */
  readonly metadata_sources: string | null
  /** Its pages are known from an earlier analysis. */
  readonly analyzed: boolean
  readonly cover_version: string | null
  readonly thumb_hash: string | null
  /** Bits; see kernel/field-locks. */
  readonly locks: number
  /** A person has chosen its series. */
  readonly series_chosen: boolean
  /** Details of the problems of its pages, JSON; null if none. */
  readonly page_details: string | null
  readonly pdf_details: string | null
}

/** A book whose file was read. */
export interface ReadBook {
  readonly book: WaitingBook
  readonly facts: BookFacts
  /** False if its file is missing, being written or unreadable, or its facts were rejected. */
  readonly saved: boolean
  /** Why nothing was saved; null if it was, and for a file that is being written. */
  readonly failure: FileProblem | null
}

/** The task for which books are read. */
export interface AnalysisRun extends Pick<TaskWork, 'signal' | 'write' | 'processed'> {
  readonly deps: AnalysisDeps
  /** Called once for each book, after the commit of its facts. */
  onSaved(books: readonly ReadBook[]): void
}
