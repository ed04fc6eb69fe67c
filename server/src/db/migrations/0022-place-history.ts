import { sql } from 'kysely'
import type { Migration } from './migration'
import { no, references, required, tables } from './tables'

/**
 * Who reported a reader's place, when it was read, and the place before it. A place without a row here counts as read
 * when it was written.
 */
export const placeHistory: Migration = {
  name: '0022-place-history',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).table('place_history', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('book_pk', 'bigint', references('books.pk'))
        .addColumn('read_at', 'bigint', required)
        .addColumn('saved_at', 'bigint', required)
        .addColumn('device', 'text')
        .addColumn('sign_in', 'text')
        .addColumn('clocks', 'text', required)
        .addColumn('previous', 'text')
        .addColumn('jumped', 'boolean', no)
        .addPrimaryKeyConstraint('place_history_key', ['user_pk', 'book_pk']),
    )
    await sql.raw('create index place_history_of_books on place_history (book_pk)').execute(db)
  },
}
