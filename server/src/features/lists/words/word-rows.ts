import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { type Indexed, postgresWords, type QueryWords, scopes, wordMatch } from './text-search'

/** The value for `wordRows`: words, restricted to visible libraries. */
export function wordsIn({ kind }: Reader['dialect'], viewer: Viewer, table: Indexed, words: QueryWords): string {
  return wordMatch(kind, words, table === 'facets' ? [] : scopes(viewer))
}

interface WordRows {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  /** The key in insertion order. */
  readonly added: RawBuilder<number>
}

/**
 * The rows of a table with some words, iterated in index order, so that the first rows cost no more. Part of a
 * statement that joins the table under its own name.
 */
export function wordRows({ kind }: Pick<Reader['dialect'], 'kind'>, table: Indexed, match: string): WordRows {
  const rows = sql.table(table)
  const pk = sql.ref<number>(`${table}.pk`)
  if (kind === 'postgres') {
    return { from: rows, where: sql<SqlBool>`${postgresWords(table)} @@ cast(${match} as tsquery)`, added: pk }
  }
  const index = sql.table(`${table}_search`)
  return {
    from: sql`${index} cross join ${rows}`,
    where: sql<SqlBool>`${index} match ${match} and ${pk} = ${index}.rowid`,
    added: sql`${index}.rowid`,
  }
}
