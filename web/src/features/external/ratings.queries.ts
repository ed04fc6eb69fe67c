import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'

export type RatedKind = 'series' | 'books'

export const ratingsOnPage = 50

const rated = { hasUserRating: { operator: 'isTrue' } } as const

const NONE = { ratings: [] } as const

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
        const seriesIds = series.map(({ id }) => id)
        const { ratings } = seriesIds.length
          ? await api.get('/api/v1/user/ratings', { query: { seriesIds, pageSize: ratingsOnPage }, signal })
          : NONE
        return { series, books: null, total, ratings: new Map(ratings.map(each => [each.seriesId, each])) }
      }
      const { data: books, total } = await api.post('/api/v1/books/list', asked)
      const bookIds = books.map(({ id }) => id)
      const { ratings } = bookIds.length
        ? await api.get('/api/v1/user/ratings/books', { query: { bookIds, pageSize: ratingsOnPage }, signal })
        : NONE
      return { series: null, books, total, ratings: new Map(ratings.map(each => [each.bookId, each])) }
    },
  })
