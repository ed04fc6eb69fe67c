import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, tables } from './tables'

/**
 * Books read by a version that computed no page hash for PDFs, tars, image folders and short books. The hash recognises
 * a book that was tagged and moved. Newer books have it.
 */
export const unsummedBooks: Migration = {
  name: '0020-unsummed-books',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).table('unsummed_books', table =>
      table.addColumn('book_pk', 'bigint', column => references('books.pk')(column).primaryKey()),
    )
    const books = 'select pk from books where pages_hash is null and analyzed'
    await sql.raw(`insert into unsummed_books (book_pk) ${books}`).execute(db)
  },
}
