import { sql } from 'kysely'
import type { Migration } from './migration'
import { required, tables, zero } from './tables'

/** Merges and renames of names, with the data to revert them. */
export const nameChanges: Migration = {
  name: '0036-name-changes',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const key = dialect.kind === 'sqlite' ? 'integer' : 'bigint'
    const make = tables(db, dialect)
    await make.entity('name_changes', table =>
      table
        .addColumn('facet_pk', 'bigint', column => column.notNull().references('facets.pk').onDelete('cascade'))
        .addColumn('action', 'text', required)
        .addColumn('details', 'text', required)
        .addColumn('books', 'bigint', zero)
        .addColumn('series', 'bigint', zero)
        .addColumn('user_pk', 'bigint', column => column.references('users.pk').onDelete('set null'))
        .addColumn('user_name', 'text')
        .addColumn('at', 'bigint', required)
        .addColumn('undone_at', 'bigint'),
    )
    await make.keyed('name_links', table =>
      table
        .addColumn('change_pk', 'bigint', column => column.notNull().references('name_changes.pk').onDelete('cascade'))
        .addColumn('facet_pk', 'bigint', column => column.notNull().references('facets.pk').onDelete('cascade'))
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('cascade'))
        .addColumn('series_pk', 'bigint', column => column.references('series.pk').onDelete('cascade'))
        .addColumn('had', 'integer', zero)
        .addColumn('said', 'text'),
    )
    const statements = [
      `alter table facets add column change_pk ${key}`,
      'create index name_changes_of_name on name_changes (facet_pk, pk)',
      'create index name_changes_by_time on name_changes (at)',
      'create index name_changes_of_user on name_changes (user_pk)',
      'create index name_links_of_change on name_links (change_pk, pk)',
      'create index name_links_of_name on name_links (facet_pk)',
      'create index name_links_of_book on name_links (book_pk)',
      'create index name_links_of_series on name_links (series_pk)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
