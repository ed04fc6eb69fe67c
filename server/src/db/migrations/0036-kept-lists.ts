import { sql } from 'kysely'
import type { Migration } from './migration'
import { no, references, required, tables } from './tables'

/** Collections of series and read lists of books, who may see and edit them, and what is in them. */
export const keptLists: Migration = {
  name: '0036-kept-lists',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    await make.entity('kept_lists', table =>
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
    await make.keyed('kept_list_shares', table =>
      table
        .addColumn('list_pk', 'bigint', references('kept_lists.pk'))
        .addColumn('user_pk', 'bigint', column => column.references('users.pk').onDelete('cascade'))
        .addColumn('group_pk', 'bigint', column => column.references('access_groups.pk').onDelete('cascade'))
        .addColumn('may_edit', 'boolean', no),
    )
    await make.keyed('kept_series', table =>
      table
        .addColumn('list_pk', 'bigint', references('kept_lists.pk'))
        .addColumn('series_pk', 'bigint', references('series.pk'))
        .addColumn('position', 'integer', required)
        .addColumn('added_at', 'bigint', required),
    )
    await make.entity('kept_books', table =>
      table
        .addColumn('list_pk', 'bigint', references('kept_lists.pk'))
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
  // Names of public lists are everybody's; anybody else's lists are nobody's business.
  `create unique index kept_lists_by_name on kept_lists
    (kind, (case when visibility = 'public' then 0 else coalesce(owner_pk, -pk) end), name_key)`,
  'create index kept_lists_of_owner on kept_lists (owner_pk)',
  'create index kept_lists_of_private on kept_lists (private_pk)',
  'create unique index kept_list_shares_user on kept_list_shares (list_pk, user_pk)',
  'create unique index kept_list_shares_group on kept_list_shares (list_pk, group_pk)',
  'create index kept_list_shares_of_user on kept_list_shares (user_pk)',
  'create index kept_list_shares_of_group on kept_list_shares (group_pk)',
  'create unique index kept_series_once on kept_series (list_pk, series_pk)',
  'create index kept_series_in_order on kept_series (list_pk, position)',
  'create index kept_series_of_series on kept_series (series_pk)',
  'create unique index kept_books_once on kept_books (list_pk, book_pk)',
  'create index kept_books_in_order on kept_books (list_pk, position)',
  'create index kept_books_of_book on kept_books (book_pk)',
  'create index kept_books_wanted on kept_books (pk) where book_pk is null and wanted_key is not null',
]
