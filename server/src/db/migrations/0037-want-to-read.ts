import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** What users want to read, in an order of their own. */
export const wantToRead: Migration = {
  name: '0037-want-to-read',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).entity('want_to_read', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        // One of the two is set.
        .addColumn('series_pk', 'bigint', column => column.references('series.pk').onDelete('cascade'))
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('cascade'))
        .addColumn('position', 'bigint', required)
        .addColumn('added_at', 'bigint', required),
    )
    for (const column of ['series_pk', 'book_pk']) {
      const index = `create unique index want_to_read_of_${column.slice(0, -3)} on want_to_read`
      await sql.raw(`${index} (${column}, user_pk) where ${column} is not null`).execute(db)
    }
    await sql.raw('create index want_to_read_of_user on want_to_read (user_pk, position, pk)').execute(db)
  },
}
