import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { RatedKind } from './own-ratings'
import { ratingsOfItems } from './ratings-of-items'

export const ratingsOnPage = 50

const rated = { hasUserRating: { operator: 'isTrue' } } as const

/** One page of rated items, with the person's ratings by id. */
export const ratedQuery = (kind: RatedKind, page: number) =>
  queryOptions({
    queryKey: [...queryKeys[kind], 'list', 'rated', page],
    queryFn: async ({ signal }) => {
      const asked = {
        query: { sort: 'rating,desc', page, pageSize: ratingsOnPage },
        body: { condition: rated },
        signal,
      }
      if (kind === 'series') {
        const { data: series, total } = await api.post('/api/v1/series/list', asked)
        return { series, books: null, total, ratings: await ratingsOfItems(kind, series, signal) }
      }
      const { data: books, total } = await api.post('/api/v1/books/list', asked)
      return { series: null, books, total, ratings: await ratingsOfItems(kind, books, signal) }
    },
  })
