import { sql } from 'kysely'
import type { Migration } from './migration'

/** Further reasons why books are likely duplicates. */
export const likelyDuplicates: Migration = {
  name: '0046-likely-duplicates',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table duplicates add column also text').execute(db)
  },
}
