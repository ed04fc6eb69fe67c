import { api } from '../../api/client'
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
