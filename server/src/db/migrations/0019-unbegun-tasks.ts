import { sql } from 'kysely'
import type { Migration } from './migration'

/** Of a task that a worker holds: nothing tells yet that work on it has begun. */
export const unbegunTasks: Migration = {
  name: '0019-unbegun-tasks',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table tasks add column unbegun boolean not null default false').execute(db)
  },
}
