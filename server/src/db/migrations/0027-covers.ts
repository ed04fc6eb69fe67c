import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration'
import { required, tables } from './tables'

/** Covers that people add to books, series and libraries. */
export const covers: Migration = {
  name: '0027-covers',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const owned = (target: string) => (column: ColumnDefinitionBuilder) => column.references(target).onDelete('cascade')
    await tables(db, dialect).entity('covers', table =>
      table
        .addColumn('book_pk', 'bigint', owned('books.pk'))
        .addColumn('series_pk', 'bigint', owned('series.pk'))
        .addColumn('library_pk', 'bigint', owned('libraries.pk'))
        .addColumn('source', 'text', required)
        .addColumn('content_hash', 'text', required)
        .addColumn('master', 'text', required)
        .addColumn('version', 'text', required)
        .addColumn('thumb_hash', 'text')
        .addColumn('width', 'integer', required)
        .addColumn('height', 'integer', required)
        .addColumn('crop', 'text')
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required),
    )
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  'create index covers_of_book on covers (book_pk, pk)',
  'create index covers_of_series on covers (series_pk, pk)',
  'create index covers_of_library on covers (library_pk, pk)',
  'alter table libraries add column cover_version text',
  'alter table libraries add column thumb_hash text',
]
