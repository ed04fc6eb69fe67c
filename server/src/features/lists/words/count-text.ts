import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Listed, postgresWords, type TextQuery, type TextValues, wordMatch } from './text-search'

const BEGINS_WITH_DIGIT = /^\p{Nd}/u

/** Number of live rows with the words, from SQLite's index alone. */
export function countText(table: Listed, p: Pick<TextValues, 'match'>): RawBuilder<{ total: number }> {
  const index = sql.table(`${table}_search`)
  return sql`select count(*) as total from ${index} where ${index} match ${p.match}`
}

/**
 * The word of `countBySeries`: a single word in the form of PostgreSQL's index, and not a number, since numbers of
 * books are not among the words of their series. Else null.
 */
export function beyondSeries(text: TextQuery | null | undefined): string | null {
  const [word, ...others] = text?.words ?? []
  if (!word || others.length > 0 || word.others.length > 0 || BEGINS_WITH_DIGIT.test(word.text)) return null
  return wordMatch('postgres', [word])
}

/**
 * Number of live books with one word. PostgreSQL's index would visit each book; this counts a tenth as many series,
 * plus the few books that have a word their series does not have.
 */
export function countBySeries(
  p: Pick<TextValues, 'match'> & { readonly beyond: string },
  seen: { readonly series: Expression<SqlBool>; readonly books: Expression<SqlBool> },
) {
  const wordsIn = (text: string) => sql`array_to_tsvector(array_remove(string_to_array(${sql.ref(text)}, ' '), ''))`
  const own = wordsIn('books.search_text')
  const beyond = sql<SqlBool>`ts_delete(${own}, string_to_array(books.series_words, ' ')) @@ cast(${p.beyond} as tsquery)`
  const ofSeries = sql<SqlBool>`${wordsIn('books.series_words')} @@ cast(${p.beyond} as tsquery)`
  // PostgreSQL would run two parts of a `union all` in parallel workers, whose start takes longer than both.
  const known = sql`(select coalesce(sum(series.book_count), 0) from series
    where ${seen.series} and series.book_count > 0 and ${postgresWords('series')} @@ cast(${p.match} as tsquery))`
  const others = sql`(select count(*) from books
    where ${seen.books} and not books.deleted and ${beyond} and not (${ofSeries}))`
  return sql<{ total: number }>`select cast(${known} + ${others} as bigint) as total`
}
