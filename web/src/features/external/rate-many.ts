import { chunksOf } from '../../api/chunks'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { OwnRating, RatedKind } from './own-ratings'
import { rateItem, ratingsOfItems } from './ratings-of-items'

/** Ids in an address. */
const idsAtOnce = 100
/** Each is a request. */
const atOnce = 4

/** The person's ratings of any number of items. */
export async function ratingsOfMany(
  kind: RatedKind,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OwnRating>> {
  const all = new Map<string, OwnRating>()
  for (const few of chunksOf(ids, idsAtOnce)) {
    const found = await ratingsOfItems(
      kind,
      few.map(id => ({ id })),
      signal,
    )
    for (const [id, rating] of found) all.set(id, rating)
  }
  return all
}

/** Rates series or books; null deletes their ratings. Notes stay. Returns an undo function. */
export async function rateMany(
  kind: RatedKind,
  ids: readonly string[],
  points: number | null,
): Promise<() => Promise<void>> {
  const before = await ratingsOfMany(kind, ids, new AbortController().signal)
  const send = async (ratingOf: (id: string) => OwnRating | null) => {
    try {
      for (const few of chunksOf(ids, atOnce)) await Promise.all(few.map(id => rateItem(kind, id, ratingOf(id))))
    } finally {
      await queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
    }
  }
  await send(id => (points === null ? null : { rating: points, notes: before.get(id)?.notes }))
  return () => send(id => before.get(id) ?? null)
}
