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

/**
 * Rates series or books; null deletes their ratings. Notes stay with a rating. Returns an undo function. If a request
 * fails, those before it are undone.
 */
export async function rateMany(
  kind: RatedKind,
  ids: readonly string[],
  points: number | null,
): Promise<() => Promise<void>> {
  const before = await ratingsOfMany(kind, ids, new AbortController().signal)
  const rated = points === null ? [...before.keys()] : ids
  const sent: string[] = []
  const undo = () => rateEach(kind, sent, id => before.get(id) ?? null)
  try {
    for (const few of chunksOf(rated, atOnce)) {
      sent.push(...few)
      await rateEach(kind, few, id => (points === null ? null : { rating: points, notes: before.get(id)?.notes }))
    }
  } catch (error) {
    await undo().catch(() => undefined)
    throw error
  } finally {
    await queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
  }
  return () => undo().finally(() => queryClient.invalidateQueries({ queryKey: queryKeys[kind] }))
}

/** Tries all; fails with the first error. */
async function rateEach(kind: RatedKind, ids: readonly string[], ratingOf: (id: string) => OwnRating | null) {
  const failed: unknown[] = []
  for (const few of chunksOf(ids, atOnce)) {
    await Promise.all(few.map(id => rateItem(kind, id, ratingOf(id)).catch(error => failed.push(error))))
  }
  if (failed.length > 0) throw failed[0]
}
