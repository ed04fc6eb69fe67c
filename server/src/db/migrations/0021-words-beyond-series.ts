import { sql } from 'kysely'
import type { Migration } from './migration'

/**
 * Words of a book that its series does not have: PostgreSQL counts all books of the series with a word, and the few
 * others by this index; `words/count-text.ts` writes the same expression.
 */
export const wordsBeyondSeries: Migration = {
  name: '0021-words-beyond-series',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    if (dialect.kind === 'sqlite') return
    await sql
      .raw(`create index books_beyond_series on books using gin (ts_delete(
        array_to_tsvector(array_remove(string_to_array(search_text, ' '), '')), string_to_array(series_words, ' ')))
        with (fastupdate = off) where not deleted`)
      .execute(db)
  },
}
