import { sql } from 'kysely'
import type { Migration } from './migration'

/** Code and facts of a task's error, for its text in other languages. */
export const taskErrorFacts: Migration = {
  name: '0060-task-error-facts',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table tasks add column error_facts text').execute(db)
  },
}
