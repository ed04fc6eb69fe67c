import { sql } from 'kysely'
import type { Migration } from './migration'

/** The trace of the request or task that queued a task. */
export const taskTraces: Migration = {
  name: '0048-task-traces',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table tasks add column traceparent text').execute(db)
  },
}
