import { sql } from 'kysely'
import type { Migration } from './migration'

/** What statistics read of each book. SQLite finds rows by their key as fast without it. */
export const booksByKey: Migration = {
  name: '0054-books-by-key',
  compatibleFrom: '0053-child-libraries',
  up: async (db, { kind }) => {
    if (kind !== 'postgres') return
    await sql
      .raw('create index books_by_key on books (pk) include (series_pk, file_format, library_pk) where not deleted')
      .execute(db)
  },
}
