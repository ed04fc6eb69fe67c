import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import { patiently } from '../../messages'
import { listBody } from './list-state'
import type { Question } from './question/question'
import { readSort } from './question/sort.rules'

export type List = Pick<Question, 'kind' | 'condition' | 'sort' | 'text'> & {
  /** Null: all libraries. */
  readonly libraryId: string | null
}

export const pageSize = 100

/** One page (1-based) of a list of series or books, with the ratings by which they are sorted. */
export const pageQuery = ({ kind, libraryId, condition, sort, text }: List, page: number) => {
  const list = { libraryId, condition, sort, text, page }
  return queryOptions({
    queryKey: kind === 'series' ? queryKeys.seriesList(list) : queryKeys.bookList(list),
    queryFn: async ({ signal }) => {
      const found = await api.post(`/api/v1/${kind}/list`, {
        query: { page, pageSize, sort },
        body: listBody(libraryId, condition, text),
        signal,
      })
      const by = readSort(sort, kind)?.find(({ field }) => field.endsWith('rating'))?.field
      if (!by) return { ...found, ratings: null }
      const { sortedRatings } = await patiently(() => import('../external/sorted-ratings'))
      return { ...found, ratings: await sortedRatings(kind, found.data, by, signal) }
    },
    staleTime: 30_000,
  })
}

export const sameList = (a: List, b: List): boolean =>
  JSON.stringify(pageQuery(a, 1).queryKey) === JSON.stringify(pageQuery(b, 1).queryKey)
