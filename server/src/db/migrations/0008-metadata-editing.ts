import { sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables, zero } from './tables'

/** What people change of the metadata of books and series, and which fields keep it. */
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
    await make.entity('external_links', table =>
      table
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('cascade'))
        .addColumn('series_pk', 'bigint', column => column.references('series.pk').onDelete('cascade'))
        .addColumn('source_name', 'text', required)
        .addColumn('url', 'text', required)
        .addColumn('external_id', 'text')
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required),
    )
    await make.entity('chosen_covers', table =>
      table
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('cascade'))
        .addColumn('series_pk', 'bigint', column => column.references('series.pk').onDelete('cascade'))
        .addColumn('source', 'text', required)
        .addColumn('version', 'text', required)
        .addColumn('thumb_hash', 'text')
        .addColumn('width', 'integer')
        .addColumn('height', 'integer')
        .addColumn('selected', 'integer', zero)
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required),
    )
    await run([
      'create index alternate_titles_of_series on alternate_titles (series_pk, pk)',
      'create unique index external_links_of_book on external_links (book_pk, source_name)',
      'create unique index external_links_of_series on external_links (series_pk, source_name)',
      'create unique index chosen_covers_of_book on chosen_covers (book_pk, version)',
      'create unique index chosen_covers_of_series on chosen_covers (series_pk, version)',
    ])
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
