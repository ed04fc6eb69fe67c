import type { ExternalSubject, Recognised } from '@octavo/contract/external-sources'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { fullSeriesQuery } from '../series/series.queries'
import type { OwnRating } from './own-ratings'
import { rateItem } from './ratings-of-items'

/** The subject of ratings and links. */
export type Subject = { readonly kind: ExternalSubject; readonly id: string }

/** Below the key of the series or book, so that its events invalidate it. */
const keyOf = ({ kind, id }: Subject) => (kind === 'series' ? queryKeys.oneSeries(id) : queryKeys.book(id))

export const ratingQuery = (of: Subject) =>
  queryOptions({
    queryKey: [...keyOf(of), 'rating'],
    queryFn: async ({ signal }) => {
      const own =
        of.kind === 'series'
          ? await api.get('/api/v1/series/{series_id}/rating', { params: { series_id: of.id }, signal })
          : await api.get('/api/v1/books/{book_id}/rating', { params: { book_id: of.id }, signal })
      return own ? { rating: own.rating, notes: own.notes ?? '' } : null
    },
  })

export const averageQuery = (of: Subject) =>
  queryOptions({
    queryKey: [...keyOf(of), 'average-rating'],
    queryFn: ({ signal }) =>
      of.kind === 'series'
        ? api.get('/api/v1/series/{series_id}/ratings/average', { params: { series_id: of.id }, signal })
        : api.get('/api/v1/books/{book_id}/ratings/average', { params: { book_id: of.id }, signal }),
  })

/** Sets the person's rating; null deletes it. */
export function useRate(of: Subject) {
  return useMutation({
    mutationFn: (own: OwnRating | null) => rateItem(of.kind === 'series' ? 'series' : 'books', of.id, own),
    onSuccess: () => refresh(of),
  })
}

export const sitesQuery = (of: Subject) =>
  queryOptions({
    queryKey: [...keyOf(of), 'external'],
    queryFn: async ({ signal }) => {
      if (of.kind === 'series') {
        const full = await queryClient.fetchQuery(fullSeriesQuery(of.id))
        return { ids: full.externalIds, links: full.externalLinks, ratings: full.externalRatings }
      }
      const options = { params: { book_id: of.id }, signal }
      const [{ externalIds: ids }, { links }, { ratings }] = await Promise.all([
        api.get('/api/v1/books/{book_id}/external-ids', options),
        api.get('/api/v1/books/{book_id}/external-links', options),
        api.get('/api/v1/books/{book_id}/external-ratings', options),
      ])
      return { ids, links, ratings }
    },
  })

/** Adds pasted text: an id, or a link to a site without ids. */
export function useAddSite(of: Subject) {
  return useMutation({
    mutationFn: async ({ source, externalId, url }: Recognised) => {
      if (externalId !== null) {
        const body = { source, externalId, externalUrl: url }
        if (of.kind === 'series')
          await api.post('/api/v1/series/{series_id}/external-ids', { params: { series_id: of.id }, body })
        else await api.post('/api/v1/books/{book_id}/external-ids', { params: { book_id: of.id }, body })
      } else if (url !== null) {
        const body = { sourceName: source, url }
        if (of.kind === 'series')
          await api.post('/api/v1/series/{series_id}/external-links', { params: { series_id: of.id }, body })
        else await api.post('/api/v1/books/{book_id}/external-links', { params: { book_id: of.id }, body })
      }
    },
    onSuccess: () => refresh(of),
  })
}

/** A shown id or link. */
export type Site = { readonly kind: 'id' | 'link'; readonly id: string; readonly source: string }

export function useRemoveSite(of: Subject) {
  return useMutation({
    mutationFn: async ({ kind, id, source }: Site) => {
      if (of.kind === 'series') {
        const series_id = of.id
        if (kind === 'id')
          await api.delete('/api/v1/series/{series_id}/external-ids/{external_id_id}', {
            params: { series_id, external_id_id: id },
          })
        else
          await api.delete('/api/v1/series/{series_id}/external-links/{link_id}', {
            params: { series_id, link_id: id },
          })
      } else {
        const book_id = of.id
        if (kind === 'id')
          await api.delete('/api/v1/books/{book_id}/external-ids/{external_id_id}', {
            params: { book_id, external_id_id: id },
          })
        else await api.delete('/api/v1/books/{book_id}/external-links/{source}', { params: { book_id, source } })
      }
    },
    onSuccess: () => refresh(of),
  })
}

const refresh = (of: Subject) =>
  Promise.all(
    // Lists may be sorted by ratings, and show them.
    [keyOf(of), [...(of.kind === 'series' ? queryKeys.series : queryKeys.books), 'list']].map(queryKey =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
