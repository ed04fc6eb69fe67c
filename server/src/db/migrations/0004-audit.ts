import { sql } from 'kysely'
import type { Migration } from './migration'
import { required, tables } from './tables'

/** Audit log of deletions. Names are copied: the user, book or library may be gone later. */
export const audit: Migration = {
  name: '0004-audit',
  compatibleFrom: '0003-scanning',
  up: async (db, dialect) => {
    await tables(db, dialect).entity('audit_log', table =>
      table
        .addColumn('at', 'bigint', required)
        .addColumn('ended_at', 'bigint')
        .addColumn('user_pk', 'bigint')
        .addColumn('user_name', 'text')
        .addColumn('action', 'text', required)
        .addColumn('outcome', 'text', required)
        .addColumn('subject_kind', 'text', required)
        .addColumn('subject_id', 'text', required)
        .addColumn('subject_name', 'text', required)
        .addColumn('library_id', 'text', required)
        .addColumn('library_name', 'text', required)
        .addColumn('details', 'text', required)
        .addColumn('message', 'text'),
    )
    for (const statement of [
      "create index audit_log_begun on audit_log (pk) where outcome = 'begun'",
      'create index audit_log_by_action on audit_log (action, pk)',
      'create index audit_log_of_library on audit_log (library_id, pk)',
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}
