import { sql } from 'kysely'
import type { Migration } from './migration'

/** Which missing books of read lists have several candidates, and which of them a person has declined. */
export const undecidedEntries: Migration = {
  name: '0058-undecided-entries',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table read_list_entries add column undecided boolean').execute(db)
  },
}
