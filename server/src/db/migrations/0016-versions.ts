import { sql } from 'kysely'
import type { Migration } from './migration'

/**
 * Revisions by which processes on one database notice stale caches. SQLite has one process, which counts its own
 * writes. Sequences take no locks; rolled-back changes count too.
 */
export const versions: Migration = {
  name: '0016-versions',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    if (dialect.kind === 'sqlite') return
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const TABLES = {
  catalogue: [
    'alternate_titles',
    'book_facets',
    'book_metadata',
    'books',
    'facets',
    'libraries',
    'library_folders',
    'series',
    'series_facets',
  ],
  progress: ['read_progress', 'series_progress'],
}

/** After the statement, when its transaction holds the table's lock; see `db/postgres-versions`. */
const STATEMENTS: readonly string[] = Object.entries(TABLES).flatMap(([name, tables]) => [
  `create sequence ${name}_version`,
  // The first value drawn equals the one shown before.
  `select nextval('${name}_version')`,
  `create function count_${name}_version() returns trigger language plpgsql as $$ begin
    perform nextval('${name}_version'); return null; end $$`,
  ...tables.map(
    table => `create trigger ${table}_counted after insert or update or delete or truncate on ${table}
      for each statement execute function count_${name}_version()`,
  ),
])
