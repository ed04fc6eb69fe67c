import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SortField } from '../filters'

/** Smaller than any number that a row is sorted by. */
const NOTHING = sql.lit(-1e300)

/** A row whose place in an order is known. */
export interface AnchorSql {
  /** Tables that have one row for each that is sorted, and the key of it. */
  readonly from: RawBuilder<unknown>
  readonly pk: RawBuilder<unknown>
  /** The key of the row. */
  readonly anchor: RawBuilder<unknown>
}

/**
 * The rows from one on, in the order of one field, so that an index is entered there. Of rows without a value none is
 * found, nor from one without a value on: whoever finds too few looks without it.
 */
export function fromAnchor(
  { column, followedBy = [] }: Pick<SortField, 'column' | 'followedBy'>,
  direction: 'asc' | 'desc',
  { from, pk, anchor }: AnchorSql,
): RawBuilder<SqlBool> {
  const ofAnchor = (value: RawBuilder<unknown>) => sql`(select ${value} from ${from} where ${pk} = ${anchor})`
  const reaches = sql.raw(direction === 'asc' ? '>=' : '<=')
  const [second, ...others] = followedBy
  if (!second) return sql<SqlBool>`(${column}, ${pk}) ${reaches} (${ofAnchor(column)}, ${anchor})`
  const before = sql.raw(direction === 'asc' ? '<' : '>')
  const rest = [
    ...others.map(field => (field.nullable ? sql`coalesce(${field.column}, ${NOTHING})` : field.column)),
    pk,
  ]
  return sql<SqlBool>`(${column}, ${second.column}) ${reaches} (${ofAnchor(column)}, ${ofAnchor(second.column)})
    and not (${second.column} = ${ofAnchor(second.column)}
      and (${sql.join(rest)}) ${before} (${sql.join(rest.map(ofAnchor))}))`
}
