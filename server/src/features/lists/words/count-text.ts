import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Listed, postgresWords, type TextQuery, type TextValues, wordMatch } from './text-search'

const BEGINS_WITH_DIGIT = /^\p{Nd}/u

/** How many live rows have the words, from SQLite's index alone. */
export function countText(table: Listed, p: Pick<TextValues, 'match'>): RawBuilder<{ total: number }> {
  const index = sql.table(`${table}_search`)
  return sql`select count(*) as total from ${index} where ${index} match ${p.match}`
}

/**
 * What books have beyond their series, for `countBySeries`: one word, as PostgreSQL's index takes it, that is no number,
 * since numbers of books stand among the words of their series. Null for all else.
 */
export function beyondSeries(text: TextQuery | null | undefined): string | null {
  const [word, ...others] = text?.words ?? []
  if (!word || others.length > 0 || word.others.length > 0 || BEGINS_WITH_DIGIT.test(word.text)) return null
  return wordMatch('postgres', [word])
}

/**
 * How many live books have one word: PostgreSQL's index names books, each of which it then has to visit, a tenth as many
 * series, and the few books that have a word which their series has not.
 */
export function countBySeries(
  p: Pick<TextValues, 'match' | 'patterns'> & { readonly beyond: string },
  seen: { readonly series: Expression<SqlBool>; readonly books: Expression<SqlBool> },
) {
  const own = sql`array_to_tsvector(array_remove(string_to_array(books.search_text, ' '), ''))`
  const beyond = sql<SqlBool>`ts_delete(${own}, string_to_array(books.series_words, ' ')) @@ cast(${p.beyond} as tsquery)`
  const ofSeries = sql<SqlBool>`' ' || books.series_words || ' ' like all(cast(${p.patterns} as text[]))`
  // Two parts of one `union all` PostgreSQL gives to other processes, whose start takes longer than both.
  const known = sql`(select coalesce(sum(series.book_count), 0) from series
    where ${seen.series} and series.book_count > 0 and ${postgresWords('series')} @@ cast(${p.match} as tsquery))`
  const others = sql`(select count(*) from books
    where ${seen.books} and not books.deleted and ${beyond} and not (${ofSeries}))`
  return sql<{ total: number }>`select cast(${known} + ${others} as bigint) as total`
}
