import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'

export type RatedKind = 'series' | 'books'

export const ratingsOnPage = 50

const rated = { hasUserRating: { operator: 'isTrue' } } as const

/** One page of what the person has rated, with their ratings by id. */
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
        const [{ data: series, total }, { ratings }] = await Promise.all([
          api.post('/api/v1/series/list', asked),
          api.get('/api/v1/user/ratings', { signal }),
        ])
        return { series, books: null, total, ratings: new Map(ratings.map(each => [each.seriesId, each])) }
      }
      const [{ data: books, total }, { ratings }] = await Promise.all([
        api.post('/api/v1/books/list', asked),
        api.get('/api/v1/user/ratings/books', { signal }),
      ])
      return { series: null, books, total, ratings: new Map(ratings.map(each => [each.bookId, each])) }
    },
  })
