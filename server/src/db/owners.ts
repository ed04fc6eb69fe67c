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
  task_runs: 'metrics',
  task_metrics: 'metrics',
  task_counts: 'metrics',
  task_log: 'tasks',
  schedules: 'schedules',
  events: 'events',
  event_tickets: 'events',
  settings: 'settings',
  processes: 'processes',
  server_secrets: 'auth',
  duplicates: 'duplicates',
  duplicate_members: 'duplicates',
}
