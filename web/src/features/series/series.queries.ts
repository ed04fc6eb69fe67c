import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { SeriesDto } from '../../api/types'

const remembered = new Map<string, SeriesDto>()

/** A card passes its series to the page it opens, which renders at once. */
export function rememberSeries(series: SeriesDto): void {
  remembered.clear()
  remembered.set(series.id, series)
}

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.oneSeries(id),
    queryFn: ({ signal }) => api.get('/api/v1/series/{series_id}', { params: { series_id: id }, signal }),
    placeholderData: () => remembered.get(id),
  })

/** With its genres and tags. */
export const fullSeriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.oneSeries(id), 'full'],
    queryFn: ({ signal }) => api.get('/api/v1/series/{series_id}/full', { params: { series_id: id }, signal }),
  })

const mostPeople = 24

/** The people of its books, most frequent first. */
export const seriesPeopleQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.oneSeries(id), 'people'],
    queryFn: ({ signal }) =>
      api.post('/api/v1/books/list/values', {
        query: { field: 'author', limit: mostPeople },
        body: { condition: { seriesId: { operator: 'is', value: id } } },
        signal,
      }),
  })

/** Unread series similar to one. Below its key, so that its events invalidate them. */
export const similarSeriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.oneSeries(id), 'similar'] as const,
    queryFn: async ({ signal }) => {
      const { recommendations } = await api.get('/api/v1/series/{series_id}/similar', {
        params: { series_id: id },
        signal,
      })
      return recommendations.flatMap(({ series }) => series ?? [])
    },
  })
