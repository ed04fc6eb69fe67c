import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Further subjects of an audit entry, such as the other books of a bulk edit. */
export const auditSubjects: Migration = {
  name: '0017-audit-subjects',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).table('audit_subjects', table =>
      table.addColumn('act_pk', 'bigint', references('audit_log.pk')).addColumn('subject_id', 'text', required),
    )
    for (const statement of [
      'create index audit_subjects_by_id on audit_subjects (subject_id, act_pk)',
      'create index audit_subjects_of_act on audit_subjects (act_pk)',
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}
