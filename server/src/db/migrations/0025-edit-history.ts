import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables, zero } from './tables'

/** File values of locked fields, who edited which field, the edit history, and bulk edits. */
export const editHistory: Migration = {
  name: '0025-edit-history',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    const run = async (statements: readonly string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
    await run([
      'alter table book_metadata add column file_metadata text',
      'alter table book_metadata add column edited_by text',
      'alter table series add column file_metadata text',
      'alter table series add column edited_by text',
    ])
    await make.entity('metadata_edits', table =>
      table
        .addColumn('act_id', 'text', required)
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('cascade'))
        .addColumn('series_pk', 'bigint', column => column.references('series.pk').onDelete('cascade'))
        .addColumn('user_pk', 'bigint', column => column.references('users.pk').onDelete('set null'))
        .addColumn('user_name', 'text')
        .addColumn('origin', 'text', required)
        .addColumn('changes', 'text', required)
        .addColumn('at', 'bigint', required)
        .addColumn('reverted_at', 'bigint'),
    )
    await make.entity('bulk_edits', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('kind', 'text', required)
        .addColumn('action', 'text', required)
        .addColumn('selection', 'text', required)
        .addColumn('state', 'text', required)
        .addColumn('task_id', 'text')
        .addColumn('matched', 'bigint', zero)
        .addColumn('changed', 'bigint', zero)
        .addColumn('skipped', 'text', required)
        .addColumn('reverts', 'text')
        .addColumn('reverted_at', 'bigint')
        .addColumn('created_at', 'bigint', required)
        .addColumn('ended_at', 'bigint'),
    )
    await run([
      'create index metadata_edits_of_book on metadata_edits (book_pk, pk)',
      'create index metadata_edits_of_series on metadata_edits (series_pk, pk)',
      'create index metadata_edits_of_act on metadata_edits (act_id, pk)',
      'create index metadata_edits_by_time on metadata_edits (at)',
      'create index metadata_edits_of_user on metadata_edits (user_pk)',
      'create index bulk_edits_of_user on bulk_edits (user_pk, pk)',
      'create index bulk_edits_by_time on bulk_edits (created_at)',
    ])
  },
}
