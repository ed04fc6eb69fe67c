import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Edited metadata of books and series, and locked fields. */
export const metadataEditing: Migration = {
  name: '0008-metadata-editing',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    const run = async (statements: readonly string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
    await run([
      'alter table books add column locks bigint not null default 0',
      ...BOOK_METADATA.map(([column, type]) => `alter table book_metadata add column ${column} ${type}`),
      ...SERIES.map(([column, type]) => `alter table series add column ${column} ${type}`),
    ])
    await make.entity('alternate_titles', table =>
      table
        .addColumn('series_pk', 'bigint', references('series.pk'))
        .addColumn('label', 'text', required)
        .addColumn('title', 'text', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required),
    )
    await run(['create index alternate_titles_of_series on alternate_titles (series_pk, pk)'])
  },
}

const BOOK_METADATA = [
  ['subtitle', 'text'],
  ['edition', 'text'],
  ['original_title', 'text'],
  ['original_year', 'integer'],
  ['series_position', 'double precision'],
  ['series_total', 'integer'],
  ['book_type', 'text'],
  ['awards', 'text'],
  ['custom_metadata', 'text'],
] as const

const SERIES = [
  ['locks', 'bigint not null default 0'],
  ['imprint', 'text'],
  ['status', 'text'],
  ['language', 'text'],
  ['total_volume_count', 'integer'],
  ['total_chapter_count', 'double precision'],
  ['authors', 'text'],
  ['custom_metadata', 'text'],
] as const
