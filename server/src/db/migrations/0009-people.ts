import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect'
import type { Migration } from './migration'
import { type Make, no, references, required, tables } from './tables'

/** Access: sharing tags, access groups, libraries, age limits and restrictions of users. */
export const people: Migration = {
  name: '0009-people',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const make = tables(db, dialect)
    await users(db, make)
    await sharing(make)
    await groups(make)
    await series(db, dialect)
  },
}

async function users(db: Kysely<never>, make: Make): Promise<void> {
  for (const column of [
    "denied_permissions text not null default '[]'",
    'limits_libraries boolean not null default false',
    'age_limit bigint',
    'shows_unrated boolean not null default false',
    'last_seen_at bigint',
  ]) {
    await sql.raw(`alter table users add column ${column}`).execute(db)
  }
  await make.table('user_libraries', table =>
    table
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('library_pk', 'bigint', references('libraries.pk'))
      .addPrimaryKeyConstraint('user_libraries_key', ['user_pk', 'library_pk']),
  )
}

/**
 * A set is the combination of tags of some series. A series has at most one set, so that one number decides who may see
 * it.
 */
async function sharing(make: Make): Promise<void> {
  await make.entity('sharing_tags', table =>
    table
      .addColumn('name', 'text', required)
      .addColumn('name_key', make.bytewise, column => column.notNull().unique())
      .addColumn('description', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required),
  )
  await make.keyed('sharing_sets', table =>
    table.addColumn('tags_key', make.bytewise, column => column.notNull().unique()),
  )
  await make.table('sharing_set_tags', table =>
    table
      .addColumn('set_pk', 'bigint', references('sharing_sets.pk'))
      .addColumn('tag_pk', 'bigint', references('sharing_tags.pk'))
      .addPrimaryKeyConstraint('sharing_set_tags_key', ['set_pk', 'tag_pk']),
  )
  await make.entity('user_grants', table =>
    table
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('tag_pk', 'bigint', references('sharing_tags.pk'))
      .addColumn('mode', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addUniqueConstraint('user_grants_key', ['user_pk', 'tag_pk']),
  )
}

async function groups(make: Make): Promise<void> {
  await make.entity('access_groups', table =>
    table
      .addColumn('name', 'text', required)
      .addColumn('name_key', make.bytewise, column => column.notNull().unique())
      .addColumn('description', 'text')
      .addColumn('limits_libraries', 'boolean', no)
      .addColumn('age_limit', 'bigint')
      .addColumn('shows_unrated', 'boolean', no)
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required),
  )
  await make.table('access_group_libraries', table =>
    table
      .addColumn('group_pk', 'bigint', references('access_groups.pk'))
      .addColumn('library_pk', 'bigint', references('libraries.pk'))
      .addPrimaryKeyConstraint('access_group_libraries_key', ['group_pk', 'library_pk']),
  )
  await make.table('access_group_members', table =>
    table
      .addColumn('group_pk', 'bigint', references('access_groups.pk'))
      .addColumn('user_pk', 'bigint', references('users.pk'))
      .addColumn('source', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addPrimaryKeyConstraint('access_group_members_key', ['user_pk', 'group_pk']),
  )
  await make.table('access_group_grants', table =>
    table
      .addColumn('group_pk', 'bigint', references('access_groups.pk'))
      .addColumn('tag_pk', 'bigint', references('sharing_tags.pk'))
      .addColumn('mode', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addPrimaryKeyConstraint('access_group_grants_key', ['group_pk', 'tag_pk']),
  )
  await make.entity('access_group_mappings', table =>
    table
      .addColumn('group_pk', 'bigint', references('access_groups.pk'))
      .addColumn('oidc_group', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addUniqueConstraint('access_group_mappings_key', ['group_pk', 'oidc_group']),
  )
}

/**
 * The columns that decide access to a series. No foreign key: SQLite would need an index for an added one, and sets are
 * never deleted.
 */
async function series(db: Kysely<never>, dialect: Dialect): Promise<void> {
  const bytewise = dialect.kind === 'sqlite' ? 'lower(age_rating)' : `lower(age_rating) collate "C"`
  const cases = RATED_UNTIL_NOW.map(([name, age]) => `when '${name}' then ${age}`).join(' ')
  for (const statement of [
    'alter table book_metadata add column age bigint',
    `update book_metadata set age = case ${bytewise} ${cases} end where age_rating is not null`,
    'alter table series add column sharing_set_pk bigint',
    'alter table series add column age bigint',
    `update series set age = (select max(book_metadata.age) from books
      join book_metadata on book_metadata.book_pk = books.pk
      where books.series_pk = series.pk and not books.deleted)
      where exists (select 1 from book_metadata where age is not null)`,
    'create index series_by_access on series (library_pk, sharing_set_pk, age, book_count)',
    'create index series_of_sharing_set on series (sharing_set_pk) where sharing_set_pk is not null',
    'create index sharing_set_tags_of_tag on sharing_set_tags (tag_pk)',
    'create index user_grants_of_tag on user_grants (tag_pk)',
    'create index access_group_members_of_group on access_group_members (group_pk)',
    'create index access_group_grants_of_tag on access_group_grants (tag_pk)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}

/** The age ratings of ComicInfo when this step was written. */
const RATED_UNTIL_NOW = [
  ['early childhood', 3],
  ['everyone', 0],
  ['g', 0],
  ['kids to adults', 6],
  ['pg', 8],
  ['everyone 10+', 10],
  ['teen', 13],
  ['ma15+', 15],
  ['mature 17+', 17],
  ['m', 17],
  ['r18+', 18],
  ['x18+', 18],
  ['adults only 18+', 18],
] as const
