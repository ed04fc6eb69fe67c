import { sql } from 'kysely'
import type { Migration } from './migration'

/**
 * PostgreSQL limits an index row to 2,704 bytes, but paths have up to 4,096: paths are unique by hash, and found and
 * ordered by a prefix (see `pathStart`). SQLite indexes them whole.
 */
export const longPaths: Migration = {
  name: '0023-long-paths',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    if (dialect.kind === 'sqlite') return
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  'alter table books drop constraint books_by_path',
  'create unique index books_by_path on books (folder_pk, md5(path))',
  'create index books_in_order_of_path on books (folder_pk, substr(path, 1, 600), pk)',
  'alter table series drop constraint series_by_path',
  'create unique index series_by_path on series (library_pk, md5(path))',
  'drop index library_folders_by_path',
  'create unique index library_folders_by_path on library_folders (md5(path)) where removed_at is null',
]
