import type { RatedKind } from './own-ratings'
import { ratingText } from './rating-text'
import { ratingsOfItems } from './ratings-of-items'

/** The ratings by which a list is sorted, as text by id. Loaded with the first such list. */
export async function sortedRatings(
  kind: RatedKind,
  items: readonly { readonly id: string }[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const ratings = await ratingsOfItems(kind, items, signal)
  return Object.fromEntries([...ratings].map(([id, { rating }]) => [id, ratingText(rating)]))
}
