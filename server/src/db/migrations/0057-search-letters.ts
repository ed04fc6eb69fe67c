import { SEARCH_LETTERS } from '@octavo/contract/fold'
import { sql } from 'kysely'
import { searchFormOf } from '../search-letters'
import type { Migration } from './migration'

/** Texts are searched without the letters that Unicode does not decompose: `strasse` finds `Straße`. */
export const searchLetters: Migration = {
  name: '0057-search-letters',
  // What a server of the previous release adds is found by its own letters only.
  compatibleFrom: '0005-lists',
  up: async (db, { kind }) => {
    const letters = `[${Object.keys(SEARCH_LETTERS).join('')}]`
    const has = (column: string) =>
      kind === 'sqlite'
        ? sql`${sql.ref(column)} glob ${sql.lit(`*${letters}*`)}`
        : sql`${sql.ref(column)} ~ ${sql.lit(letters)}`
    for (const [table, columns] of Object.entries(SEARCHED)) {
      const plain = (column: string) => sql`${sql.ref(column)} = ${searchFormOf(sql.ref(column))}`
      const where = sql.join(columns.map(has), sql` or `)
      await sql`update ${sql.table(table)} set ${sql.join(columns.map(plain))} where ${where}`.execute(db)
    }
  },
}

/** Triggers update the indexes of words. */
const SEARCHED = {
  series: ['search_text', 'title_folded', 'title_sort_folded', 'path_folded', 'summary_folded', 'publisher_folded'],
  books: ['search_text', 'title_folded', 'title_sort_folded', 'path_folded', 'summary_folded'],
  book_metadata: ['publisher_folded'],
  facets: ['search_text'],
  marks: ['search_text'],
} as const
