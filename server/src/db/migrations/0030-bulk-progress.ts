import { sql } from 'kysely'
import type { Migration } from './migration'

/** Progress of a bulk edit, to resume after a crash, and its error. */
export const bulkProgress: Migration = {
  name: '0030-bulk-progress',
  compatibleFrom: '0005-lists',
  up: async db => {
    for (const column of ['done_series bigint', 'done_pk bigint', 'reason text'])
      await sql.raw(`alter table bulk_edits add column ${column}`).execute(db)
    await sql.raw('create index bulk_edits_of_reverted on bulk_edits (reverts) where reverts is not null').execute(db)
  },
}
