import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SortField } from '../filters'

/** Less than any sort number. */
const NOTHING = sql.lit(-1e300)

/** A cursor: a row with a known position in an order. */
export interface CursorSql {
  /** Tables with one row per sorted item, and its key. */
  readonly from: RawBuilder<unknown>
  readonly pk: RawBuilder<unknown>
  /** Condition of listed rows, if other tables select them. */
  readonly isNamed: readonly RawBuilder<SqlBool>[]
  /** Key of the row. */
  readonly cursor: RawBuilder<unknown>
}

/**
 * The rows from a cursor on, in the order of one field, by an index range. Works only for non-null sort values: if it
 * finds too few rows, the page is read without it.
 */
export function fromCursor(
  { column, followedBy = [] }: Pick<SortField, 'column' | 'followedBy'>,
  direction: 'asc' | 'desc',
  { from, isNamed, pk, cursor }: CursorSql,
): RawBuilder<SqlBool> {
  const isCursor = sql.join([sql`${pk} = ${cursor}`, ...isNamed], sql` and `)
  const ofRow = (value: RawBuilder<unknown>) => sql`(select ${value} from ${from} where ${isCursor})`
  const reaches = sql.raw(direction === 'asc' ? '>=' : '<=')
  const [second, ...others] = followedBy
  if (!second) return sql<SqlBool>`(${column}, ${pk}) ${reaches} (${ofRow(column)}, ${cursor})`
  const before = sql.raw(direction === 'asc' ? '<' : '>')
  const rest = [
    ...others.map(field => (field.nullable ? sql`coalesce(${field.column}, ${NOTHING})` : field.column)),
    pk,
  ]
  return sql<SqlBool>`(${column}, ${second.column}) ${reaches} (${ofRow(column)}, ${ofRow(second.column)})
    and not (${second.column} = ${ofRow(second.column)}
      and (${sql.join(rest)}) ${before} (${sql.join(rest.map(ofRow))}))`
}
