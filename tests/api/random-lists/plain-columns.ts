// Independent editable columns of series: how to generate a value, and what it means to a list.
import { SERIES_STATUSES } from '@octavo/contract/metadata-words'
import type { Random } from '../../long/harness/random'
import { chance } from './words'

export type PlainValue = string | number | null

interface PlainColumn {
  readonly column: string
  /** How many of ten series have a value. */
  readonly often: number
  readonly make: (random: Random) => string | number
  /** Numbers for conditions. */
  readonly numbers?: readonly [from: number, below: number, step: number]
  /** Sorts by it. */
  readonly sorts?: readonly string[]
}

/** By field. */
const COLUMNS: Readonly<Record<string, PlainColumn>> = {
  status: { column: 'status', often: 5, make: random => random.pick(SERIES_STATUSES) },
  year: {
    column: 'year',
    often: 7,
    make: random => 1990 + random.whole(6),
    numbers: [1989, 1997, 1],
    sorts: ['release_date', 'year'],
  },
  ageRating: { column: 'age', often: 4, make: random => random.whole(19), numbers: [0, 20, 3] },
}

export function randomValues(random: Random): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries(
    Object.entries(COLUMNS).map(([field, { often, make }]) => [
      field,
      chance(random, often / 10) ? make(random) : null,
    ]),
  )
}

/** Values in row format. */
export function columnsOf(values: Readonly<Record<string, PlainValue>>): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries(Object.entries(COLUMNS).map(([field, { column }]) => [column, values[field] ?? null]))
}

/** Numbers of a field for conditions. */
export const NUMBERS_OF_COLUMNS: Readonly<Record<string, readonly [number, number, number]>> = Object.fromEntries(
  Object.entries(COLUMNS).flatMap(([field, { numbers }]) => (numbers ? [[field, numbers]] : [])),
)

/** The field of each sort. */
export const SORTS_OF_COLUMNS: readonly (readonly [sort: string, field: string])[] = Object.entries(COLUMNS).flatMap(
  ([field, { sorts = [] }]) => sorts.map(sort => [sort, field] as const),
)
