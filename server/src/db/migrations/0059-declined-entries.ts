import { sql } from 'kysely'
import type { Migration } from './migration'

/** When all books that match an entry of a read list were declined: those added since may still be the right one. */
export const declinedEntries: Migration = {
  name: '0059-declined-entries',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table read_list_entries add column declined_at bigint').execute(db)
  },
}
