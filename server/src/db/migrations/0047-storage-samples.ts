import { sql } from 'kysely'
import type { Migration } from './migration'
import { required, tables } from './tables'

/** How much space each part took, once a day. */
export const storageSamples: Migration = {
  name: '0047-storage-samples',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await tables(db, dialect).table('storage_samples', table =>
      table
        .addColumn('taken_at', 'bigint', required)
        .addColumn('part', 'text', required)
        .addColumn('bytes', 'bigint', required)
        .addColumn('files', 'bigint', required),
    )
    await sql.raw('create unique index storage_samples_by_time on storage_samples (taken_at, part)').execute(db)
  },
}
