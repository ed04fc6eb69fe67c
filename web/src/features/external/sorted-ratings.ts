import { api } from '../../api/client'
import type { RatedKind } from './own-ratings'
import { ratingText } from './rating-text'
import { ratingsOfItems } from './ratings-of-items'

type Item = { readonly id: string }

/** The ratings by which a list is sorted, as text by id. Loaded with the first such list. */
export async function sortedRatings(
  kind: RatedKind,
  items: readonly Item[],
  sort: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const points =
    sort === 'rating'
      ? [...(await ratingsOfItems(kind, items, signal))].map(([id, { rating }]) => ({ id, rating }))
      : await ratingsByOthers(kind, items, sort, signal)
  return Object.fromEntries(points.flatMap(({ id, rating }) => (rating === null ? [] : [[id, ratingText(rating)]])))
}

async function ratingsByOthers(
  kind: RatedKind,
  items: readonly Item[],
  sort: string,
  signal: AbortSignal,
): Promise<{ id: string; rating: number | null }[]> {
  if (items.length === 0) return []
  const ids = items.map(({ id }) => id)
  const pointsOf = (said: { average?: number | null | undefined; external?: number | null | undefined }) =>
    (sort === 'community_rating' ? said.average : said.external) ?? null
  if (kind === 'series') {
    const { ratings } = await api.get('/api/v1/ratings/series', { query: { seriesIds: ids }, signal })
    return ratings.map(each => ({ id: each.seriesId, rating: pointsOf(each) }))
  }
  const { ratings } = await api.get('/api/v1/ratings/books', { query: { bookIds: ids }, signal })
  return ratings.map(each => ({ id: each.bookId, rating: pointsOf(each) }))
}
