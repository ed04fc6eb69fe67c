import { sql } from 'kysely'
import type { Migration } from './migration'

/** Age limits of child profiles that an administrator has set. */
export const childLimits: Migration = {
  name: '0051-child-limits',
  // An older process would compute what a child sees without its guardian's limits.
  compatibleFrom: null,
  up: async db => {
    await sql.raw('alter table child_profiles add column capped_age integer').execute(db)
    await sql.raw('alter table child_profiles add column capped_unrated boolean not null default true').execute(db)
  },
}
