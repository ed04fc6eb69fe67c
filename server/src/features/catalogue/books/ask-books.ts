import type { SavedList } from '@octavo/contract/filter-preset'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { parseCondition, parseSort, type Sort, takeScope } from '../../lists/filters'
import { parseText } from '../../lists/words'
import { libraryScope, seriesScope } from '../../people/access'
import { BOOK_FIELDS, BOOK_SORT_DEFAULT, BOOK_SORTS } from './book-fields'
import { selectBooks } from './book-list.queries'
import type { BookShape } from './book-row'

const BY_RELEVANCE: Sort = [{ field: 'relevance', direction: 'asc' }]

/** A list of books that was asked for and checked; not yet answered. */
export interface AskedBooks {
  select<Row>(
    reader: Reader,
    viewer: Viewer,
    shape: BookShape<Row>,
    page: { readonly page: number; readonly pageSize: number },
  ): Promise<{ rows: Row[]; total: number }>
}

/**
 * Checks what a list of books is to hold, by the same rules as `POST /books/list`.
 * @throws BadRequest naming the place and what is allowed there
 */
export function askBooks({ condition, query, sort, libraryId }: SavedList): AskedBooks {
  const parsed = parseCondition(condition, BOOK_FIELDS)
  const text = parseText(query)
  const order = text && !sort ? BY_RELEVANCE : parseSort(sort ?? undefined, BOOK_SORTS, BOOK_SORT_DEFAULT)
  const series = takeScope(parsed, 'seriesId')
  const library = libraryId === null ? takeScope(series.rest, 'libraryId') : { id: libraryId, rest: series.rest }
  return {
    select: async (reader, viewer, shape, page) => {
      const [libraryPk, seriesPk] = await Promise.all([
        libraryScope(reader, viewer, library.id),
        seriesScope(reader, viewer, series.id),
      ])
      return selectBooks(reader, viewer, shape, {
        libraryPk,
        seriesPk,
        condition: library.rest,
        text,
        sort: order,
        ...page,
      })
    },
  }
}
