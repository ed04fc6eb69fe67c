import { sql } from 'kysely'
import type { Migration } from './migration'

/** Which book a person has taken out of a read-list entry. By its id: no other book ever has that. */
export const refusedBooks: Migration = {
  name: '0056-refused-books',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table read_list_entries add column refused_book_id text').execute(db)
  },
}
