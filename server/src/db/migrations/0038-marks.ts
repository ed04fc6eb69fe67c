import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Bookmarks, highlights and notes of users. */
export const marks: Migration = {
  name: '0038-marks',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).keyed('marks', table =>
      table
        .addColumn('id', 'text', required)
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('book_pk', 'bigint', references('books.pk'))
        .addColumn('kind', 'text', required)
        .addColumn('color', 'text')
        .addColumn('note', 'text')
        .addColumn('quote', 'text')
        .addColumn('page', 'integer')
        .addColumn('region', 'text')
        .addColumn('rects', 'text')
        .addColumn('locator', 'text')
        .addColumn('progression', 'double precision', required)
        .addColumn('file_hash', 'text', required)
        .addColumn('pages_hash', 'text')
        .addColumn('search_text', 'text', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required)
        .addColumn('deleted_at', 'bigint'),
    )
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS: readonly string[] = [
  // Apps create the ids: unique per user.
  'create unique index marks_of_user on marks (user_pk, id)',
  'create index marks_of_book on marks (book_pk, user_pk, progression)',
  'create index marks_by_time on marks (user_pk, created_at, pk) where deleted_at is null',
  'create index marks_deleted on marks (user_pk, deleted_at) where deleted_at is not null',
]
