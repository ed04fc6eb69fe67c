import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/** One field that a list can be sorted by. */
export interface SortField {
  readonly column: RawBuilder<unknown>
  readonly nullable: boolean
  /** Join needed for the column. */
  readonly join?: string
  /** Secondary keys for equal rows, in the same direction. */
  readonly followedBy?: readonly Pick<SortField, 'column' | 'nullable'>[]
  /** An index has the rows of each library in this order. */
  readonly ofLibrary?: boolean
  /** Search rank; without a search, the default order. */
  readonly ranks?: boolean
}

/** Field and direction. `seed` makes a repeatable random order. */
export interface SortKey {
  readonly field: string
  readonly direction: 'asc' | 'desc'
  readonly seed?: number
}

/** Sort keys in order of precedence; at least one. */
export type Sort = readonly [SortKey, ...SortKey[]]

const RANDOM = 'random'

/**
 * Parses `field,direction`, or several of them separated by `;`. `random:SEED` shuffles, differently for each seed.
 * @throws BadRequest naming the allowed fields
 */
export function parseSort(text: string | undefined, fields: Readonly<Record<string, SortField>>, fallback: Sort): Sort {
  if (!text) return fallback
  const keys = text.split(';').map(part => parseKey(part, fields))
  if (keys.length > LIMITS.lists.sortKeys) {
    const { sortKeys: max } = LIMITS.lists
    throw refused('BadRequest', 'list_long', `sort: more than ${max} fields`, { path: 'sort', max })
  }
  const [first, ...others] = keys
  return first ? [first, ...others] : fallback
}

function parseKey(text: string, fields: Readonly<Record<string, SortField>>): SortKey {
  const [field = '', direction = 'asc', ...rest] = text.split(',').map(part => part.trim())
  const random = /^random(?::(\d{1,9}))?$/.exec(field)
  if (rest.length > 0 || !(random || Object.hasOwn(fields, field))) {
    const allowed = [...Object.keys(fields), `${RANDOM}:SEED`].join(', ')
    throw refused('BadRequest', 'field_bad', `sort: unknown field "${field}"; allowed are ${allowed}`, 'sort')
  }
  const lower = direction.toLowerCase()
  if (lower !== 'asc' && lower !== 'desc') {
    throw refused('BadRequest', 'field_bad', `sort: the direction is asc or desc, not "${direction}"`, 'sort')
  }
  return random ? { field: RANDOM, direction: lower, seed: Number(random[1] ?? 0) } : { field, direction: lower }
}

/** Joins needed for a sort. */
export function joinsOf(sort: Sort, fields: Readonly<Record<string, SortField>>): ReadonlySet<SortField['join']> {
  return new Set(sort.map(key => fields[key.field]?.join))
}

/** Whether rows are sorted by search rank. */
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
 * A pseudo-random number below 2^31: a step of Lehmer's generator selected by the seed, a swap of its halves, and
 * another step. Products stay below 2^53.
 */
function mixed(pk: RawBuilder<unknown>, seed: number): RawBuilder<unknown> {
  const factor = sql.lit(1 + (((seed + 1) * 48_271 * 31) % 1_000_003))
  const step = sql`((${pk} % 1000003 + 1) * ${factor} * 1583 % ${sql.lit(PRIME)})`
  return sql`((${step} % 65536) * 32749 + ${step} / 65536) * 69621 % ${sql.lit(PRIME)}`
}
