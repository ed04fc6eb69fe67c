import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, tables } from './tables'

/**
 * Books that were read when PDFs, tars, folders of images and books of a few pages got no sum of their pages, by which
 * they are known again once they were tagged and moved. Newer ones have all the sums that there are.
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
