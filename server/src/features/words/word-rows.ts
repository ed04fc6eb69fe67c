import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { type Indexed, postgresWords, scopes, type WordsAsked, wordMatch } from './text-search'

/** The value for `wordRows`: words, narrowed to the libraries that the viewer may see. */
export function wordsIn({ kind }: Reader['dialect'], viewer: Viewer, table: Indexed, words: WordsAsked): string {
  return wordMatch(kind, words, table === 'facets' ? [] : scopes(viewer))
}

/**
 * The rows of a table that have words, one after the other as the index has them: whoever wants the first of them pays for
 * no more. Parts of a statement that joins the table under its own name.
 */
export function wordRows(
  { kind }: Reader['dialect'],
  table: Indexed,
  match: string,
): { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<SqlBool> } {
  const rows = sql.table(table)
  if (kind === 'postgres') {
    return { from: rows, where: sql<SqlBool>`${postgresWords(table)} @@ cast(${match} as tsquery)` }
  }
  const index = sql.table(`${table}_search`)
  return {
    from: sql`${index} cross join ${rows}`,
    where: sql<SqlBool>`${index} match ${match} and ${sql.ref(`${table}.pk`)} = ${index}.rowid`,
  }
}
