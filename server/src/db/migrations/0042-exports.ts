import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Exports of the catalogue and of a user's own data. */
export const userExports: Migration = {
  name: '0042-exports',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).entity('exports', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('kind', 'text', required)
        .addColumn('format', 'text', required)
        .addColumn('request', 'text', required)
        .addColumn('state', 'text', required)
        .addColumn('reason', 'text')
        .addColumn('task_id', 'text')
        .addColumn('file', 'text')
        .addColumn('row_count', 'bigint')
        .addColumn('bytes', 'bigint')
        .addColumn('created_at', 'bigint', required)
        .addColumn('started_at', 'bigint')
        .addColumn('completed_at', 'bigint')
        .addColumn('expires_at', 'bigint', required),
    )
    await sql.raw('create index exports_of_user on exports (user_pk, pk)').execute(db)
    await sql.raw('create index exports_by_expiry on exports (expires_at)').execute(db)
  },
}
