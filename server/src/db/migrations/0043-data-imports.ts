import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Imports of a user's own data. */
export const dataImports: Migration = {
  name: '0043-data-imports',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).entity('data_imports', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('permissions', 'text', required)
        .addColumn('state', 'text', required)
        .addColumn('reason', 'text')
        .addColumn('task_id', 'text')
        .addColumn('file', 'text', required)
        .addColumn('bytes', 'bigint', required)
        .addColumn('report', 'text')
        .addColumn('created_at', 'bigint', required)
        .addColumn('ended_at', 'bigint')
        .addColumn('expires_at', 'bigint', required),
    )
    for (const index of [
      'data_imports_of_user on data_imports (user_pk, pk)',
      'data_imports_by_expiry on data_imports (expires_at)',
      'external_ids_by_id on external_ids (source, external_id)',
    ])
      await sql.raw(`create index ${index}`).execute(db)
  },
}
