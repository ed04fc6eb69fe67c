import type { BookValueField } from '@octavo/contract/list-fields'
import { sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { type CountedValue, countValues, type ValueSql, type ValuesAsked } from '../list-values'
import { BOOK_SORT_DEFAULT } from './book-fields'
import { type BookQuestion, matching, scopeValues, shapeKey } from './book-matching.queries'

const FORMAT: ValueSql = { value: sql`books.file_format`, key: sql`books.file_format` }
const PUBLISHER: ValueSql = {
  value: sql`book_metadata.publisher`,
  key: sql`coalesce(book_metadata.publisher_folded, lower(book_metadata.publisher))`,
}
const YEAR: ValueSql = { value: sql`cast(book_metadata.year as text)`, key: sql`book_metadata.year`, isNumber: true }
const NAME: ValueSql = { value: sql`facets.name`, key: sql`facets.name_key` }

/** The values that books have in a field, those that most have first, years from the latest. */
export function bookValues(
  reader: Reader,
  viewer: Viewer,
  asked: Pick<BookQuestion, 'libraryPk' | 'seriesPk' | 'condition' | 'text' | 'includeDeleted'>,
  { field, contains, limit }: ValuesAsked<BookValueField>,
): Promise<CountedValue[]> {
  const question = { ...asked, sort: BOOK_SORT_DEFAULT, page: 1, pageSize: 1 }
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const key = shapeKey(`values-${JSON.stringify([field, contains, limit])}`, viewer, question)
  return runShape<CountedValue, typeof values>(reader, key, values, (query, p) => {
    const rows = query.selectFrom('books').where(matching(reader, viewer, question, p))
    if (field === 'format') return countValues(rows, FORMAT, contains, limit)
    if (field === 'publisher' || field === 'year') {
      const described = rows.innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
      return countValues(described, field === 'year' ? YEAR : PUBLISHER, contains, limit)
    }
    // Genres and tags are those of the series, as conditions have them.
    if (field === 'genre' || field === 'tag') {
      const ofSeries = rows
        .innerJoin('series_facets', 'series_facets.series_pk', 'books.series_pk')
        .innerJoin('facets', 'facets.pk', 'series_facets.facet_pk')
        .where('facets.kind', '=', field)
      return countValues(ofSeries, NAME, contains, limit)
    }
    const own = rows
      .innerJoin('book_facets', 'book_facets.book_pk', 'books.pk')
      .innerJoin('facets', 'facets.pk', 'book_facets.facet_pk')
      .where('facets.kind', '=', field)
    return countValues(own, NAME, contains, limit)
  })
}
