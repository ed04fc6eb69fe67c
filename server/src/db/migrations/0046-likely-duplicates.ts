import { sql } from 'kysely'
import type { Migration } from './migration'

/** For what else books seem to be the same. */
export const likelyDuplicates: Migration = {
  name: '0046-likely-duplicates',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table duplicates add column also text').execute(db)
  },
}
