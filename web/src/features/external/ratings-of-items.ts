import { api, isNotFound } from '../../api/client'
import type { OwnRating, RatedKind } from './own-ratings'

/** The person's ratings of some series or books, by their ids. */
export async function ratingsOfItems(
  kind: RatedKind,
  items: readonly { readonly id: string }[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OwnRating>> {
  if (items.length === 0) return new Map()
  const pageSize = items.length
  const ids = items.map(({ id }) => id)
  if (kind === 'series') {
    const { ratings } = await api.get('/api/v1/user/ratings', { query: { seriesIds: ids, pageSize }, signal })
    return new Map(ratings.map(each => [each.seriesId, each]))
  }
  const { ratings } = await api.get('/api/v1/user/ratings/books', { query: { bookIds: ids, pageSize }, signal })
  return new Map(ratings.map(each => [each.bookId, each]))
}

/** Sets the person's rating of a series or book; null deletes it, if there is one. */
export async function rateItem(kind: RatedKind, id: string, own: OwnRating | null): Promise<void> {
  try {
    await sendRating(kind, id, own)
  } catch (error) {
    if (own || !isNotFound(error)) throw error
  }
}

async function sendRating(kind: RatedKind, id: string, own: OwnRating | null): Promise<void> {
  const body = own && { rating: own.rating, notes: own.notes ?? null }
  if (kind === 'series') {
    const options = { params: { series_id: id } }
    if (body) await api.put('/api/v1/series/{series_id}/rating', { ...options, body })
    else await api.delete('/api/v1/series/{series_id}/rating', options)
  } else {
    const options = { params: { book_id: id } }
    if (body) await api.put('/api/v1/books/{book_id}/rating', { ...options, body })
    else await api.delete('/api/v1/books/{book_id}/rating', options)
  }
}
