import { sql } from 'kysely'
import type { Migration } from './migration'

/** When the book of a read-list entry was added. */
export const filledEntries: Migration = {
  name: '0045-filled-entries',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table read_list_entries add column filled_at bigint').execute(db)
  },
}
