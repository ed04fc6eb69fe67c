import { sql } from 'kysely'
import type { Migration } from './migration'

/** Marks claimed tasks whose worker has not reported a start yet. */
export const unbegunTasks: Migration = {
  name: '0019-unbegun-tasks',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table tasks add column unbegun boolean not null default false').execute(db)
  },
}
