import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db'
import { AppError } from '../../kernel/app-error'

/** One field that a list can be sorted by. */
export interface SortField {
  readonly column: RawBuilder<unknown>
  readonly nullable: boolean
  /** The rows to sort must be joined to what the column is in. */
  readonly join?: 'series' | 'progress'
}

export interface Sort {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/**
 * Reads `field,direction`.
 * @throws BadRequest naming the allowed fields
 */
export function parseSort(text: string | undefined, fields: Readonly<Record<string, SortField>>, fallback: Sort): Sort {
  if (!text) return fallback
  const [field = '', direction = 'asc', ...rest] = text.split(',').map(part => part.trim())
  if (rest.length > 0 || !Object.hasOwn(fields, field)) {
    throw new AppError('BadRequest', `sort: unknown field "${field}"; allowed are ${Object.keys(fields).join(', ')}`)
  }
  const lower = direction.toLowerCase()
  if (lower !== 'asc' && lower !== 'desc') {
    throw new AppError('BadRequest', `sort: the direction is asc or desc, not "${direction}"`)
  }
  return { field, direction: lower }
}

/** The ORDER BY of a sort; `pk` is the stable tie-break, in the same direction so that an index can be read backward. */
export function orderBy(reader: Reader, field: SortField, sort: Sort, pk: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(sort.direction)
  const nulls = field.nullable ? reader.dialect.nullsOrder(sort.direction) : sql``
  return sql`${field.column} ${direction}${nulls}, ${pk} ${direction}`
}
