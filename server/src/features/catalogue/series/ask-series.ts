import type { SavedList } from '@octavo/contract/filter-preset'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { parseSort, type Sort, takeScope } from '../../lists/filters'
import { parseText } from '../../lists/words'
import { libraryScope } from '../../people/access'
import { parseSeriesCondition } from './series-condition'
import { SERIES_SORT_DEFAULT, SERIES_SORTS } from './series-fields'
import { selectSeries } from './series-list.queries'
import type { SeriesRow } from './series-row'

const BY_RELEVANCE: Sort = [{ field: 'relevance', direction: 'asc' }]

/** A list of series that was asked for and checked; not yet answered. */
export interface AskedSeries {
  select(
    reader: Reader,
    viewer: Viewer,
    page: { readonly page: number; readonly pageSize: number },
  ): Promise<{ rows: SeriesRow[]; total: number }>
}

/**
 * Checks what a list of series is to hold, by the same rules as `POST /series/list`.
 * @throws BadRequest naming the place and what is allowed there; Forbidden for a field that the viewer may not ask for
 */
export function askSeries(
  { condition, query, sort, libraryId }: SavedList,
  viewer: Pick<Viewer, 'permissions'>,
): AskedSeries {
  const parsed = parseSeriesCondition(condition, viewer)
  const text = parseText(query)
  const order = text && !sort ? BY_RELEVANCE : parseSort(sort ?? undefined, SERIES_SORTS, SERIES_SORT_DEFAULT)
  const library = libraryId === null ? takeScope(parsed, 'libraryId') : { id: libraryId, rest: parsed }
  return {
    select: async (reader, viewer, page) => {
      const libraryPk = await libraryScope(reader, viewer, library.id)
      return selectSeries(reader, viewer, { libraryPk, condition: library.rest, text, sort: order, ...page })
    },
  }
}
