import type { BookValueField } from '@octavo/contract/list-fields'
import { sql } from 'kysely'
import { atOneRevision, type Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import {
  type CountedValue,
  keysOf,
  type ListQuery,
  namesOfKind,
  selectKeys,
  selectValues,
  type ValueSql,
  type ValuesQuery,
} from '../../lists/engine'
import type { Condition, Sort } from '../../lists/filters'
import type { TextQuery } from '../../lists/words'
import { BOOKS } from './book-entity'
import { BOOK_SORT_DEFAULT } from './book-fields'
import type { BookShape } from './book-row'
import { booksByKeys } from './books-by-keys.queries'

/** Which books, in which order, which page of them. */
export interface BookQuestion {
  readonly libraryPk?: number | undefined
  readonly seriesPk?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: TextQuery | null | undefined
  readonly includeDeleted?: boolean | undefined
  readonly sort: Sort
  readonly page: number
  readonly pageSize: number
}

export interface BookPage<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** One page of books and how many there are in all. When no book has a word that is looked for, words like it are. */
export async function selectBooks<Row>(
  given: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
): Promise<BookPage<Row>> {
  return pageOfBooks(given, viewer, shape, queryOf(question))
}

/** The same of a query of the list engine. */
export async function pageOfBooks<Row>(
  given: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  query: ListQuery,
): Promise<BookPage<Row>> {
  const reader = atOneRevision(given)
  const { pks, total } = await selectKeys(reader, viewer, BOOKS, query)
  return { rows: await booksByKeys(reader, viewer, shape, pks), total }
}

/** As the books of a series are read. */
const READING_ORDER: Sort = [
  { field: 'number', direction: 'asc' },
  { field: 'title', direction: 'asc' },
]

/** All books of a series in reading order. */
export async function seriesBooks<Row>(
  given: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  seriesPk: number,
  includeDeleted: boolean,
): Promise<Row[]> {
  const reader = atOneRevision(given)
  return booksByKeys(reader, viewer, shape, await seriesBookKeys(reader, viewer, seriesPk, includeDeleted))
}

export function seriesBookKeys(reader: Reader, viewer: Viewer, seriesPk: number, includeDeleted: boolean) {
  const query = queryOf({ seriesPk, includeDeleted, sort: READING_ORDER, page: 1, pageSize: 1_000_000 })
  return keysOf({ reader, viewer, entity: BOOKS, query }, null)
}

function queryOf({ libraryPk, seriesPk, includeDeleted, ...rest }: BookQuestion): ListQuery {
  return {
    ...rest,
    scope: { library: libraryPk, series: seriesPk },
    subset: includeDeleted ? 'deleted too' : undefined,
  }
}

const METADATA = sql`inner join book_metadata on book_metadata.book_pk = books.pk`

/** Genres and tags are those of the series, as conditions have them. */
const VALUES: Readonly<Record<BookValueField, ValueSql>> = {
  format: { value: sql`books.file_format`, key: sql`books.file_format` },
  publisher: {
    value: sql`book_metadata.publisher`,
    key: sql`coalesce(book_metadata.publisher_folded, lower(book_metadata.publisher))`,
    join: METADATA,
  },
  year: {
    value: sql`cast(book_metadata.year as text)`,
    key: sql`book_metadata.year`,
    isNumber: true,
    join: METADATA,
  },
  genre: namesOfKind('series_facets', 'series_pk', sql`books.series_pk`, 'genre'),
  tag: namesOfKind('series_facets', 'series_pk', sql`books.series_pk`, 'tag'),
  author: namesOfKind('book_facets', 'book_pk', sql`books.pk`, 'author'),
  language: namesOfKind('book_facets', 'book_pk', sql`books.pk`, 'language'),
}

/** The values that books have in a field, those that most have first, years from the latest. */
export function bookValues(
  reader: Reader,
  viewer: Viewer,
  asked: Pick<BookQuestion, 'libraryPk' | 'seriesPk' | 'condition' | 'text' | 'includeDeleted'>,
  values: ValuesQuery<BookValueField>,
): Promise<CountedValue[]> {
  const query = queryOf({ ...asked, sort: BOOK_SORT_DEFAULT, page: 1, pageSize: 1 })
  return selectValues({ reader, viewer, entity: BOOKS, query }, VALUES[values.field], values)
}
