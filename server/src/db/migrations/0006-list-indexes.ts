import { sql } from 'kysely'
import type { Dialect } from '../dialect'
import type { Migration } from './migration'

/** Indexes for sorted lists of every viewer: they include the columns that decide visibility. */
export const listIndexes: Migration = {
  name: '0006-list-indexes',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    for (const statement of statements(dialect)) await sql.raw(statement).execute(db)
  },
}

function statements({ kind }: Dialect): readonly string[] {
  const nullsFirst = kind === 'postgres' ? ' nulls first' : ''
  const books = [
    ['books_by_title', 'sort_key'],
    ['books_by_created', 'created_at'],
    ['books_by_file_name', 'file_name'],
    ['books_by_size', 'file_size'],
    ['books_by_pages', 'page_count'],
    ['books_by_release', `release_date${nullsFirst}`],
    ['books_by_number', `number${nullsFirst}`],
  ] as const
  const series = [
    ['series_by_title', 'sort_key'],
    ['series_by_created', 'created_at'],
    ['series_by_updated', 'updated_at'],
    ['series_by_year', `year${nullsFirst}`],
    ['series_by_book_count', 'book_count'],
  ] as const
  return [
    ...books.flatMap(([name, column]) => [
      `drop index ${name}`,
      `create index ${name} on books (${column}, pk, library_pk, series_pk) where not deleted`,
    ]),
    ...series.flatMap(([name, column]) => [
      `drop index ${name}`,
      `create index ${name} on series (${column}, pk, library_pk) where book_count > 0`,
    ]),
    // Books in the order of their series, also of a series without live books.
    'create index series_in_order on series (sort_key, pk, library_pk)',
    'create index read_progress_by_update on read_progress (user_pk, updated_at, book_pk)',
    'create index books_gone_of_series on books (series_pk) where deleted',
  ]
}
