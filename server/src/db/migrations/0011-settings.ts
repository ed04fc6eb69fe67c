import { sql } from 'kysely'
import type { Migration } from './migration'
import { required, tables, yes } from './tables'

/** Settings with their history, preferences of users, and the audit log of all changes. */
export const settings: Migration = {
  name: '0011-settings',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    const run = async (statements: readonly string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
    await db.schema
      .alterTable('settings')
      .addColumn('version', 'bigint', column => column.notNull().defaultTo(1))
      .execute()
    // An older version of Octavo reads the plain value, so this is its default.
    await db.schema.alterTable('settings').addColumn('is_set', 'boolean', yes).execute()
    await make.entity('setting_changes', table =>
      table
        .addColumn('key', 'text', required)
        .addColumn('version', 'bigint', required)
        .addColumn('old_value', 'text', required)
        .addColumn('new_value', 'text', required)
        .addColumn('changed_at', 'bigint', required)
        .addColumn('changed_by_id', 'text')
        .addColumn('changed_by_name', 'text')
        .addColumn('reason', 'text')
        .addColumn('address', 'text'),
    )
    await make.table('user_preferences', table =>
      table
        .addColumn('user_pk', 'bigint', column => column.notNull().references('users.pk').onDelete('cascade'))
        .addColumn('key', make.bytewise, required)
        .addColumn('value', 'text', required)
        .addColumn('updated_at', 'bigint', required)
        .addPrimaryKeyConstraint('user_preferences_key', ['user_pk', 'key']),
    )
    await run([
      'create index setting_changes_by_key on setting_changes (key, pk)',
      'alter table audit_log add column user_id text',
      'alter table audit_log add column address text',
      'create index audit_log_by_user on audit_log (user_id, pk)',
      'create index audit_log_by_subject on audit_log (subject_id, pk)',
      'create index audit_log_by_time on audit_log (at)',
    ])
  },
}
