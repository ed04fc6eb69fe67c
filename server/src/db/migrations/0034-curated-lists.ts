import { sql } from 'kysely'
import type { Migration } from './migration'
import { no, references, required, tables } from './tables'

/** Collections of series and read lists of books, their members, and who may see and edit them. */
export const curatedLists: Migration = {
  name: '0034-curated-lists',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    await make.entity('curated_lists', table =>
      table
        .addColumn('kind', 'text', required)
        .addColumn('owner_pk', 'bigint', column => column.references('users.pk').onDelete('set null'))
        .addColumn('private_pk', 'bigint', column => column.references('users.pk').onDelete('cascade'))
        .addColumn('visibility', 'text', required)
        .addColumn('name', 'text', required)
        .addColumn('name_key', make.bytewise, required)
        .addColumn('summary', 'text')
        .addColumn('ordered', 'boolean', no)
        .addColumn('condition', 'text')
        .addColumn('created_at', 'bigint', required)
        .addColumn('updated_at', 'bigint', required),
    )
    await make.keyed('curated_list_shares', table =>
      table
        .addColumn('list_pk', 'bigint', references('curated_lists.pk'))
        .addColumn('user_pk', 'bigint', column => column.references('users.pk').onDelete('cascade'))
        .addColumn('group_pk', 'bigint', column => column.references('access_groups.pk').onDelete('cascade'))
        .addColumn('may_edit', 'boolean', no),
    )
    await make.keyed('collection_series', table =>
      table
        .addColumn('list_pk', 'bigint', references('curated_lists.pk'))
        .addColumn('series_pk', 'bigint', references('series.pk'))
        .addColumn('position', 'integer', required)
        .addColumn('added_at', 'bigint', required),
    )
    await make.entity('read_list_entries', table =>
      table
        .addColumn('list_pk', 'bigint', references('curated_lists.pk'))
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('set null'))
        .addColumn('position', 'integer', required)
        .addColumn('section', 'text')
        .addColumn('wanted_series', 'text')
        .addColumn('wanted_key', make.bytewise)
        .addColumn('wanted_number', 'text')
        .addColumn('wanted_volume', 'integer')
        .addColumn('wanted_year', 'integer')
        .addColumn('added_at', 'bigint', required),
    )
    for (const statement of INDEXES) await sql.raw(statement).execute(db)
  },
}

const INDEXES = [
  // Names of public lists are unique for everybody; those of other lists per owner.
  `create unique index curated_lists_by_name on curated_lists
    (kind, (case when visibility = 'public' then 0 else coalesce(owner_pk, -pk) end), name_key)`,
  'create index curated_lists_of_owner on curated_lists (owner_pk)',
  'create index curated_lists_of_private on curated_lists (private_pk)',
  'create unique index curated_list_shares_user on curated_list_shares (list_pk, user_pk)',
  'create unique index curated_list_shares_group on curated_list_shares (list_pk, group_pk)',
  'create index curated_list_shares_of_user on curated_list_shares (user_pk)',
  'create index curated_list_shares_of_group on curated_list_shares (group_pk)',
  'create unique index collection_series_once on collection_series (list_pk, series_pk)',
  'create index collection_series_in_order on collection_series (list_pk, position)',
  'create index collection_series_of_series on collection_series (series_pk)',
  'create unique index read_list_entries_once on read_list_entries (list_pk, book_pk)',
  'create index read_list_entries_in_order on read_list_entries (list_pk, position)',
  'create index read_list_entries_of_book on read_list_entries (book_pk)',
  'create index read_list_entries_wanted on read_list_entries (pk) where book_pk is null and wanted_key is not null',
]
