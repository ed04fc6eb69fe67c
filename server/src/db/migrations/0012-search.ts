import { type Kysely, sql } from 'kysely'
import { searchText } from '../../kernel/search-words'
import type { Dialect } from '../dialect'
import type { Migration } from './migration'

/** Names of genres, tags and people are searched by word, like books and series. */
export const search: Migration = {
  name: '0012-search',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const run = async (statements: readonly string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
    // A server of the previous release adds names without words: those are found by prefix only.
    await run(["alter table facets add column search_text text not null default ''"])
    await run(dialect.kind === 'sqlite' ? sqliteWords('facets') : postgresWords('facets'))
    await addWords(db, dialect)
  },
}

/** Rows whose words are written by one statement. */
const BATCH = 1000

async function addWords(db: Kysely<never>, dialect: Dialect): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ pk: number; name: string }>`select pk, name from facets where pk > ${after}
      order by pk limit ${sql.lit(BATCH)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const words = JSON.stringify(rows.map(({ pk, name }) => ({ pk, words: searchText(name) })))
    const chosen = dialect.jsonRows(words, { pk: 'bigint', words: 'text' })
    await sql`update facets set search_text = chosen.words from ${chosen} as chosen where chosen.pk = facets.pk`.execute(
      db,
    )
    after = last.pk
  }
}

/** An index of the words of a table that every viewer shares, maintained by triggers; see `0005-lists`. */
function sqliteWords(table: string): readonly string[] {
  const index = `${table}_search`
  const add = `insert into ${index} (rowid, words) values (new.pk, new.search_text);`
  const remove = `delete from ${index} where rowid = old.pk;`
  const learn = `insert or ignore into search_words (word)
      select value from json_each('["' || replace(new.search_text, ' ', '","') || '"]')
      where length(value) > 3 and value glob '*[^0-9]*';`
  return [
    `create virtual table ${index} using fts5
      (words, content='', contentless_delete=1, detail=none, prefix='1 2 3', tokenize='ascii')`,
    `create trigger ${index}_added after insert on ${table} begin ${add} ${learn} end`,
    `create trigger ${index}_changed after update of search_text on ${table}
      when old.search_text <> new.search_text begin ${remove} ${add} ${learn} end`,
    `create trigger ${index}_removed after delete on ${table} begin ${remove} end`,
  ]
}

/** The same as an index of an expression; `words/word-index.ts` writes the same one. */
function postgresWords(table: string): readonly string[] {
  return [
    `create index ${table}_search on ${table} using gin
      (array_to_tsvector(array_remove(string_to_array(search_text, ' '), ''))) with (fastupdate = off)`,
    `create index ${table}_words on ${table} using gin (search_text gin_trgm_ops)`,
  ]
}
