import { sql } from 'kysely'
import type { Migration } from './migration'

/** When the book that a read list names came. */
export const filledEntries: Migration = {
  name: '0045-filled-entries',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table read_list_entries add column filled_at bigint').execute(db)
  },
}
