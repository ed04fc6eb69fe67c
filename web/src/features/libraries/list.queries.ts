import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto, Paginated, SeriesDto } from '../../api/types'
import { type ListKind, listBody } from './list-state'

export type List = {
  readonly kind: ListKind
  /** Null: all libraries. */
  readonly libraryId: string | null
  readonly sort: string
  readonly q: string
}

export const pageSize = 100

/** One page (1-based) of a list of series or books. */
export const pageQuery = ({ kind, libraryId, sort, q }: List, page: number) => {
  const list = { libraryId, sort, q, page }
  return queryOptions({
    queryKey: kind === 'series' ? queryKeys.seriesList(list) : queryKeys.bookList(list),
    queryFn: ({ signal }) =>
      api.post<Paginated<SeriesDto | BookDto>>(`/${kind}/list`, {
        query: { page, pageSize, sort },
        body: listBody(libraryId, q),
        signal,
      }),
    staleTime: 30_000,
  })
}
