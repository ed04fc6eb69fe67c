import type { Schema } from './schema'

/** The one feature that writes each table; any other may join it when reading. */
export const TABLE_OWNERS: Readonly<Record<keyof Schema, string>> = {
  libraries: 'libraries',
  series: 'series',
  books: 'books',
  book_pages: 'pages',
  book_metadata: 'metadata',
  book_errors: 'books',
  users: 'users',
  api_keys: 'api-keys',
  read_progress: 'progress',
  series_progress: 'progress',
  tasks: 'tasks',
  scans: 'scan',
}
