import { sql } from 'kysely'
import type { Migration } from './migration'

/** Further metadata from files for books and series, and the metadata sources of a library. */
export const fileFacts: Migration = {
  name: '0024-file-facts',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table book_metadata add column facts text').execute(db)
    await sql.raw('alter table series add column file_age integer').execute(db)
    await sql.raw('alter table libraries add column metadata_sources text').execute(db)
  },
}
