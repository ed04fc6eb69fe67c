// Ratings by readers and other sites: few items are rated.
import { insertRows, type Tx } from '../../../server/src/db'
import type { Random } from '../../long/harness/random'
import { chance } from './words'

export interface Rated {
  /** 1 to 100, by reader. */
  readonly ratings: ReadonlyMap<string, number>
  /** Of other sites, by source. */
  readonly elsewhere: ReadonlyMap<string, number>
  /** Among those, file entries that a person has deleted. */
  readonly removed: ReadonlySet<string>
  readonly hasId: boolean
}

const SITES = ['anilist', 'kitsu']

export const NUMBERS_OF_RATINGS: Readonly<Record<string, readonly [number, number, number]>> = {
  userRating: [0, 101, 10],
  communityRating: [0, 101, 5],
  externalRating: [0, 101, 5],
}

export function randomRated(random: Random, readers: readonly string[]): Rated {
  const some = (names: readonly string[], share: number) =>
    new Map(names.filter(() => chance(random, share)).map(name => [name, 10 + random.whole(10) * 10]))
  const elsewhere = some(SITES, 0.15)
  return {
    ratings: some(readers, 0.2),
    elsewhere,
    removed: new Set([...elsewhere.keys()].filter(() => chance(random, 0.2))),
    hasId: chance(random, 0.3),
  }
}

const average = (numbers: readonly number[]) =>
  numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length

const external = ({ elsewhere, removed }: Rated) =>
  average([...elsewhere].filter(([site]) => !removed.has(site)).map(([, rating]) => rating))

export function valuesOfRated(rated: Rated, reader: string) {
  const own = rated.ratings.get(reader) ?? null
  return {
    userRating: own,
    hasUserRating: own !== null,
    communityRating: average([...rated.ratings.values()]),
    externalRating: external(rated),
    hasExternalSourceId: rated.hasId,
  }
}

export function ratedOrders<Row>(
  reader: string,
  ratedOf: (row: Row) => Rated,
): Readonly<Record<string, (row: Row) => readonly (number | null)[]>> {
  const own = (row: Row) => [ratedOf(row).ratings.get(reader) ?? null]
  const all = (row: Row) => [average([...ratedOf(row).ratings.values()])]
  return {
    rating: own,
    user_rating: own,
    community_rating: all,
    avg_rating: all,
    external_rating: (row: Row) => [external(ratedOf(row))],
  }
}

/** Writes it. A hidden entry is next to the person's row that hides it. */
export async function fillRatings(
  tx: Tx,
  column: 'series_pk' | 'book_pk',
  items: readonly { readonly pk: number; readonly rated: Rated }[],
  userPks: ReadonlyMap<string, number>,
): Promise<void> {
  const times = { created_at: 0, updated_at: 0 }
  const id = () => crypto.randomUUID()
  await insertRows(
    tx,
    'ratings',
    items.flatMap(({ pk, rated }) =>
      [...rated.ratings].map(([reader, rating]) => {
        return { id: id(), user_pk: userPks.get(reader) ?? 0, [column]: pk, rating, ...times }
      }),
    ),
  )
  await insertRows(
    tx,
    'external_ratings',
    items.flatMap(({ pk, rated: { elsewhere, removed } }) =>
      [...elsewhere].flatMap(([source, rating]) => {
        const row = { [column]: pk, source, rating, ...times }
        const ofFile = { id: id(), ...row, origin: 'file', removed: false }
        return removed.has(source) ? [ofFile, { id: id(), ...row, origin: 'person', removed: true }] : [ofFile]
      }),
    ),
  )
  await insertRows(
    tx,
    'external_ids',
    items.flatMap(({ pk, rated }) =>
      rated.hasId ? [{ id: id(), [column]: pk, source: 'x', external_id: '1', origin: 'person', ...times }] : [],
    ),
  )
}
