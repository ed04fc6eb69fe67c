import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'

export type QueueSort = 'custom' | 'newest' | 'oldest'

/** The queue with its series and books, a hundred per page. */
export const queueQuery = (sort: QueueSort) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.wantToRead, sort] as const,
    queryFn: ({ signal, pageParam }) =>
      api.get('/api/v1/want-to-read', { query: { sort, full: true, after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.items.length, 0)
      return last.items.length > 0 && shown < last.total ? shown : undefined
    },
  })
