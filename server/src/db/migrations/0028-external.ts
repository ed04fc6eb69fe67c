import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from './migration'
import { no, references, required, type Table, tables } from './tables'

/** Ids, links and ratings of series and books at other sites, and what users think of series and books. */
export const external: Migration = {
  name: '0028-external',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const { entity } = tables(db, dialect)
    // One of the two is set.
    const subject = (table: Table) =>
      table.addColumn('series_pk', 'bigint', optional('series.pk')).addColumn('book_pk', 'bigint', optional('books.pk'))
    const said = (table: Table) =>
      table
        .addColumn('origin', 'text', required)
        .addColumn('removed', 'boolean', no)
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required)
    await entity('external_ids', table =>
      said(
        subject(table)
          .addColumn('source', 'text', required)
          .addColumn('external_id', 'text', required)
          .addColumn('external_url', 'text')
          .addColumn('metadata_hash', 'text')
          .addColumn('last_synced_at', 'bigint'),
      ),
    )
    await entity('external_links', table =>
      said(
        subject(table)
          .addColumn('source', 'text', required)
          .addColumn('url', 'text', required)
          .addColumn('external_id', 'text'),
      ),
    )
    await entity('external_ratings', table =>
      said(
        subject(table)
          .addColumn('source', 'text', required)
          .addColumn('rating', 'double precision', required)
          .addColumn('vote_count', 'integer'),
      ),
    )
    await entity('ratings', table =>
      subject(table.addColumn('user_pk', 'bigint', references('users.pk')))
        .addColumn('rating', 'integer', required)
        .addColumn('notes', 'text')
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required),
    )
    for (const statement of INDEXES) await sql.raw(statement).execute(db)
  },
}

const optional = (target: string) => (column: ColumnDefinitionBuilder) => column.references(target).onDelete('cascade')

/** Each source once for each origin. Of the others, only rows that have the column are in an index. */
const INDEXES: readonly string[] = [
  ...['external_ids', 'external_links', 'external_ratings'].flatMap(table =>
    ['series', 'book'].map(
      of => `create unique index ${table}_of_${of} on ${table} (${of}_pk, source, origin) where ${of}_pk is not null`,
    ),
  ),
  ...['series', 'book'].flatMap(of => [
    `create unique index ratings_of_${of} on ratings (${of}_pk, user_pk) where ${of}_pk is not null`,
    `create index ratings_by_${of} on ratings (user_pk, rating, ${of}_pk) where ${of}_pk is not null`,
    `create index ratings_averaged_by_${of} on ratings (${of}_pk, rating) where ${of}_pk is not null`,
  ]),
]
