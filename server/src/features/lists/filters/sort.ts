import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../db'
import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/** One field that a list can be sorted by. */
export interface SortField {
  readonly column: RawBuilder<unknown>
  readonly nullable: boolean
  /** The rows to sort must be joined to what the column is in. */
  readonly join?: string
  /** What follows among rows that are equal, in the same direction. */
  readonly followedBy?: readonly Pick<SortField, 'column' | 'nullable'>[]
  /** An index has the rows of each library in this order. */
  readonly ofLibrary?: boolean
  /** How well a row fits the search: without one, the usual order. */
  readonly ranks?: boolean
}

/** By which field, and in which direction. `seed` makes an order of no order, the same each time. */
export interface SortKey {
  readonly field: string
  readonly direction: 'asc' | 'desc'
  readonly seed?: number
}

/** Keys that count one after the other; never none. */
export type Sort = readonly [SortKey, ...SortKey[]]

const RANDOM = 'random'

/**
 * Reads `field,direction`, or several of them with `;` between; `random:SEED` mixes, each seed in its own way.
 * @throws BadRequest naming the allowed fields
 */
export function parseSort(text: string | undefined, fields: Readonly<Record<string, SortField>>, fallback: Sort): Sort {
  if (!text) return fallback
  const keys = text.split(';').map(part => parseKey(part, fields))
  if (keys.length > LIMITS.lists.sortKeys) {
    throw new AppError('BadRequest', `sort: more than ${LIMITS.lists.sortKeys} fields`, { path: 'sort' })
  }
  const [first, ...others] = keys
  return first ? [first, ...others] : fallback
}

function parseKey(text: string, fields: Readonly<Record<string, SortField>>): SortKey {
  const [field = '', direction = 'asc', ...rest] = text.split(',').map(part => part.trim())
  const random = /^random(?::(\d{1,9}))?$/.exec(field)
  if (rest.length > 0 || !(random || Object.hasOwn(fields, field))) {
    const allowed = [...Object.keys(fields), `${RANDOM}:SEED`].join(', ')
    throw new AppError('BadRequest', `sort: unknown field "${field}"; allowed are ${allowed}`, { path: 'sort' })
  }
  const lower = direction.toLowerCase()
  if (lower !== 'asc' && lower !== 'desc') {
    throw new AppError('BadRequest', `sort: the direction is asc or desc, not "${direction}"`, { path: 'sort' })
  }
  return random ? { field: RANDOM, direction: lower, seed: Number(random[1] ?? 0) } : { field, direction: lower }
}

/** What the rows have to be joined to for a sort. */
export function joinsOf(sort: Sort, fields: Readonly<Record<string, SortField>>): ReadonlySet<SortField['join']> {
  return new Set(sort.map(key => fields[key.field]?.join))
}

/** Whether rows come by how well they fit a search. */
export function ranks(sort: Sort, fields: Readonly<Record<string, SortField>>): boolean {
  return fields[sort[0].field]?.ranks ?? false
}

/** The ORDER BY of a sort; `pk` is the stable tie-break, in the same direction so that an index can be read backward. */
export function orderBy(
  reader: Reader,
  fields: Readonly<Record<string, SortField>>,
  sort: Sort,
  pk: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const terms = sort.flatMap(key => termsOf(reader, fields, key, pk))
  const last = sort.at(-1)?.direction ?? 'asc'
  return sql.join([...terms, sql`${pk} ${sql.raw(last)}`])
}

function termsOf(
  reader: Reader,
  fields: Readonly<Record<string, SortField>>,
  { field: name, direction, seed }: SortKey,
  pk: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  if (seed !== undefined) return [sql`${mixed(pk, seed)} ${sql.raw(direction)}`]
  const field = fields[name]
  if (!field) throw new Error(`no sort ${name}`)
  return [field, ...(field.followedBy ?? [])].map(({ column, nullable }) => {
    const nulls = nullable ? reader.dialect.nullsOrder(direction) : sql``
    return sql`${column} ${sql.raw(direction)}${nulls}`
  })
}

const PRIME = 2147483647

/**
 * A number that looks like chance, below 2^31: a step of Lehmer's generator that the seed chooses, its halves changed
 * over, and another step. Products stay below 2^53.
 */
function mixed(pk: RawBuilder<unknown>, seed: number): RawBuilder<unknown> {
  const factor = sql.lit(1 + (((seed + 1) * 48_271 * 31) % 1_000_003))
  const step = sql`((${pk} % 1000003 + 1) * ${factor} * 1583 % ${sql.lit(PRIME)})`
  return sql`((${step} % 65536) * 32749 + ${step} / 65536) * 69621 % ${sql.lit(PRIME)}`
}
