import { sql } from 'kysely'
import type { Migration } from './migration'

/** By what editions of a book are found, and which books must be named again: at first all, which the next scan looks through. */
export const editions: Migration = {
  name: '0055-editions',
  compatibleFrom: '0054-books-by-key',
  up: async db => {
    const statements = [
      'alter table books add column edition_key bigint',
      'alter table books add column edition_changes bigint not null default 1',
      'create index books_by_edition on books (folder_pk, edition_key)',
      'create index books_to_name on books (library_pk, pk) where edition_changes > 0',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
