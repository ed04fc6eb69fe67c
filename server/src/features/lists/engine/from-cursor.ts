import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SortField } from '../filters'

/** Smaller than any number that a row is sorted by. */
const NOTHING = sql.lit(-1e300)

/** A row whose place in an order is known. */
export interface CursorSql {
  /** Tables that have one row for each that is sorted, and the key of it. */
  readonly from: RawBuilder<unknown>
  readonly pk: RawBuilder<unknown>
  /** Which of their rows are of the list, where other tables name them. */
  readonly isNamed: readonly RawBuilder<SqlBool>[]
  /** The key of the row. */
  readonly cursor: RawBuilder<unknown>
}

/**
 * The rows from one on, in the order of one field, so that an index is entered there. Of rows without a value none is
 * found, nor from one without a value on: where too few are found, the page is read without it.
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
