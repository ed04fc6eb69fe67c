import type { BookErrorsTable, BookMetadataTable, BookPagesTable, BooksTable } from './books'
import type { LibrariesTable } from './libraries'
import type { ReadProgressTable, SeriesProgressTable } from './progress'
import type { SeriesTable } from './series'
import type { ScansTable, TasksTable } from './tasks'
import type { ApiKeysTable, UsersTable } from './users'

/** Every table, by name. Which feature writes which: db/owners.ts. */
export interface Schema {
  libraries: LibrariesTable
  series: SeriesTable
  books: BooksTable
  book_pages: BookPagesTable
  book_metadata: BookMetadataTable
  book_errors: BookErrorsTable
  users: UsersTable
  api_keys: ApiKeysTable
  read_progress: ReadProgressTable
  series_progress: SeriesProgressTable
  tasks: TasksTable
  scans: ScansTable
}

/** Columns that hold true or false: SQLite gives them back as 1 or 0. */
export const BOOLEAN_COLUMNS: ReadonlySet<string> = new Set([
  'is_active',
  'email_verified',
  'analyzed',
  'deleted',
  'completed',
  'black_and_white',
  'manga',
  'cancel_requested',
])
