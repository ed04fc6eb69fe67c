import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { ordering, type Sort } from '../../filters'
import { pageFromCursor } from '../cursors'
import type { ListStatement, ListValues } from '../entity'
import { type Access, keyOf, matching, namedRows, rowsOf, runList, scoreRows, sortsOf } from '../list-query'
import type { Plan } from '../plan'
import type { Place } from '../window'

type InOrder = Extract<Plan, { strategy: 'in-order' }>

/** Keys by an index in sort order, entered at a cursor before the page. */
export function inOrder(statement: ListStatement, plan: InOrder): Promise<Keyed[]> {
  const { window, access, hasCursors } = plan
  const { sort } = window
  const read = (place: Place, cursorPk?: number) => readSorted(statement, sort, access, place, cursorPk)
  const [{ field, direction }] = sort
  return hasCursors ? pageFromCursor(statement, `${field} ${direction}`, window, read) : read(window)
}

function readSorted(statement: ListStatement, sort: Sort, access: Access, place: Place, cursorPk?: number) {
  const { reader, entity } = statement
  const isFrom = cursorPk !== undefined
  const values = { ...place, ...(isFrom && { cursorPk }) }
  const kind = `in order|${JSON.stringify([sort, access, isFrom])}`
  return runList<Keyed>(statement, kind, values, p => {
    const { from, where } = joined(statement, sort, p)
    const [first] = sort
    const after = isFrom ? [fromRow(statement, first, p)] : []
    const parts = [matching(statement, p, access), ...where, ...after]
    const order = ordering.orderBy(reader, sortsOf(statement), sort, keyOf(entity))
    return sql<Keyed>`select ${keyOf(entity)} from ${from} where ${sql.join(parts, sql` and `)}
      order by ${order} limit ${p.limit} offset ${p.offset}`
  })
}

/** The tables of a list with the joins of a sort. */
function joined(statement: ListStatement, sort: Sort, p: ListValues) {
  const { entity } = statement
  const where: RawBuilder<SqlBool>[] = []
  let from = rowsOf(statement, p)
  for (const name of ordering.joinsOf(sort, sortsOf(statement))) {
    if (name === undefined) continue
    const scores = scoreRows(entity, name, p)
    if (scores) {
      from = sql`${from} left join ${scores} on ${sql.ref(`${name}.item_pk`)} = ${keyOf(entity)}`
      continue
    }
    const join = entity.joins?.[name]?.(statement, p)
    if (!join) throw new Error(`${entity.table} are not joined with ${name}`)
    from = sql`${from} ${join.from}`
    if (join.where) where.push(join.where)
  }
  return { from, where }
}

/** Less than any sort number. */
const NOTHING = sql.lit(-1e300)

/**
 * The rows from a cursor on, a row with a known position, by an index range. Works only for non-null sort values: if it
 * finds too few rows, the page is read without it.
 */
function fromRow(statement: ListStatement, { field, direction }: Sort[0], p: ListValues): RawBuilder<SqlBool> {
  const { entity } = statement
  const sorted = sortsOf(statement)[field]
  if (!sorted) throw new Error(`no sort ${field}`)
  const { column, followedBy = [], join: name } = sorted
  const pk = keyOf(entity)
  const others = followedBy.map(each => (each.nullable ? sql`coalesce(${each.column}, ${NOTHING})` : each.column))
  const join = name === undefined ? sql`` : (entity.joins?.[name]?.(statement, p).from ?? sql``)
  const isCursor = sql.join([sql`${pk} = ${p.cursorPk}`, ...namedRows(statement, p)], sql` and `)
  const reaches = (...columns: RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(columns)})
    ${sql.raw(direction === 'asc' ? '>=' : '<=')}
    (select ${sql.join(columns)} from ${rowsOf(statement, p)} ${join} where ${isCursor})`
  const [second] = others
  const whole = reaches(column, ...others, pk)
  // The first two, so that PostgreSQL can enter the index of one table for an order of several.
  return second ? sql<SqlBool>`${reaches(column, second)} and ${whole}` : whole
}
