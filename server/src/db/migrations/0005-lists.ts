import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** Columns and indexes for filters and search. */
export const lists: Migration = {
  name: '0005-lists',
  compatibleFrom: '0004-audit',
  up: async (db, dialect) => {
    const run = async (statements: readonly string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
    await run(FOLDED.map(([table, column]) => `alter table ${table} add column ${column}_folded text`))
    await facets(db, dialect)
    await run(COUNTED)
    await run(dialect.kind === 'sqlite' ? sqliteSearch() : POSTGRES_SEARCH)
  },
}

/** Text for comparison without case and accents; see `foldedOrNull`. */
const FOLDED = [
  ['books', 'title'],
  ['books', 'title_sort'],
  ['books', 'path'],
  ['books', 'summary'],
  ['book_metadata', 'publisher'],
  ['series', 'title'],
  ['series', 'title_sort'],
  ['series', 'path'],
  ['series', 'summary'],
  ['series', 'publisher'],
] as const

/**
 * Covering indexes to count the filtered books of a library: common filters read the index only, others read rows in
 * table order.
 */
const COUNTED = [
  'create index books_of_library on books (library_pk) where not deleted',
  'create index books_of_library_by_format on books (library_pk, file_format, page_count) where not deleted',
] as const

/** Genres, tags, people and languages, and which books and series have them. */
async function facets(db: Kysely<never>, dialect: Dialect): Promise<void> {
  const make = tables(db, dialect)
  await make.entity('facets', table =>
    table
      .addColumn('kind', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('name_key', make.bytewise, required)
      .addUniqueConstraint('facets_by_name', ['kind', 'name_key']),
  )
  await make.table('book_facets', table =>
    table
      .addColumn('book_pk', 'bigint', references('books.pk'))
      .addColumn('facet_pk', 'bigint', references('facets.pk'))
      .addPrimaryKeyConstraint('book_facets_key', ['book_pk', 'facet_pk']),
  )
  await make.table('series_facets', table =>
    table
      .addColumn('series_pk', 'bigint', references('series.pk'))
      .addColumn('facet_pk', 'bigint', references('facets.pk'))
      .addPrimaryKeyConstraint('series_facets_key', ['series_pk', 'facet_pk']),
  )
  for (const statement of [
    'create index book_facets_by_facet on book_facets (facet_pk, book_pk)',
    'create index series_facets_by_facet on series_facets (facet_pk, series_pk)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}

/**
 * An index of words maintained by triggers, so that no writer can forget it. `§12` marks the library of a row: no text
 * contains it, since words are letters and digits only. `search_words` lists each word once, with its trigrams, to find
 * mistyped ones; words that are no longer used stay and do no harm.
 */
function sqliteSearch(): readonly string[] {
  return [
    'create table search_words (pk integer primary key, word text not null unique)',
    `create virtual table search_words_parts using fts5
      (word, content='search_words', content_rowid='pk', detail=none, tokenize='trigram')`,
    `create trigger search_words_added after insert on search_words
      begin insert into search_words_parts (rowid, word) values (new.pk, new.word); end`,
    ...searchOf('books', row => `not ${row}.deleted`, 'deleted'),
    ...searchOf('series', row => `${row}.book_count > 0`, 'book_count'),
  ]
}

function searchOf(table: string, isLive: (row: string) => string, liveColumn: string): readonly string[] {
  const index = `${table}_search`
  const add = `insert into ${index} (rowid, words)
      select new.pk, new.search_text || ' §' || new.library_pk where ${isLive('new')};`
  const remove = `delete from ${index} where rowid = old.pk;`
  // Words are letters and digits, so that joined by quotes and commas they are JSON.
  const learn = `insert or ignore into search_words (word)
      select value from json_each('["' || replace(new.search_text, ' ', '","') || '"]')
      where length(value) > 3 and value glob '*[^0-9]*';`
  return [
    `create virtual table ${index} using fts5
      (words, content='', contentless_delete=1, detail=none, prefix='1 2 3', tokenize='ascii')`,
    `insert into ${index} (rowid, words) select pk, search_text || ' §' || library_pk from ${table} where ${isLive(table)}`,
    `create trigger ${index}_added after insert on ${table} begin ${add} ${learn} end`,
    `create trigger ${index}_changed after update of search_text, library_pk, ${liveColumn} on ${table}
      when old.search_text <> new.search_text or old.library_pk <> new.library_pk
        or (${isLive('old')}) <> (${isLive('new')})
      begin ${remove} ${add} ${learn} end`,
    `create trigger ${index}_removed after delete on ${table} begin ${remove} end`,
  ]
}

/** The same as indexes of expressions; `words/match.ts` writes the same expressions. */
const POSTGRES_SEARCH: readonly string[] = [
  'create extension if not exists pg_trgm',
  ...(['books', 'series'] as const).flatMap(table => {
    const live = table === 'books' ? 'not deleted' : 'book_count > 0'
    return [
      `create index ${table}_search on ${table} using gin (array_to_tsvector(array_append(
        array_remove(string_to_array(search_text, ' '), ''), '§' || library_pk::text))) with (fastupdate = off) where ${live}`,
      `create index ${table}_words on ${table} using gin (search_text gin_trgm_ops) where ${live}`,
    ]
  }),
]
