import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { joinsOf, orderBy, type Sort } from '../../filters'
import { pageFromCursor } from '../cursors'
import type { Entity } from '../entity'
import { fromCursor } from '../from-cursor'
import { type Access, keyOf, type ListStatement, type ListValues, matching, rowsOf, runList } from '../list-query'
import type { Plan } from '../plan'
import type { Place } from '../window'

type InOrder = Extract<Plan, { strategy: 'in-order' }>

/** Keys by an index of the order, entered at a row before the page whose place is known. */
export function inOrder(statement: ListStatement, plan: InOrder): Promise<Keyed[]> {
  const { window, words, unindexed, hasCursors } = plan
  const { sort } = window
  const read = (place: Place, cursorPk?: number) => readSorted(statement, sort, { words, unindexed }, place, cursorPk)
  const [{ field, direction }] = sort
  return hasCursors ? pageFromCursor(statement, `${field} ${direction}`, window, read) : read(window)
}

function readSorted(statement: ListStatement, sort: Sort, access: Access, place: Place, cursorPk?: number) {
  const { reader, entity } = statement
  const isFrom = cursorPk !== undefined
  const values = { ...placeOf(place), ...(isFrom && { cursorPk }) }
  const kind = `in order|${JSON.stringify([sort, access, isFrom])}`
  return runList<Keyed>(statement, kind, values, p => {
    const { from, where } = joined(statement, sort, p)
    const [first] = sort
    const after = isFrom ? [fromRow(statement, first, p)] : []
    const parts = [matching(statement, p, access), ...where, ...after]
    return sql<Keyed>`select ${keyOf(entity)} from ${from} where ${sql.join(parts, sql` and `)}
      order by ${orderBy(reader, entity.sorts, sort, keyOf(entity))} limit ${p.limit} offset ${p.offset}`
  })
}

export const placeOf = ({ limit, offset }: Place): Place => ({ limit, offset })

/** The rows of a list with the tables that a sort needs. */
export function joined(statement: ListStatement, sort: Sort, p: ListValues, rows = rowsOf(statement)) {
  const { entity } = statement
  const where: RawBuilder<SqlBool>[] = []
  let from = rows
  for (const name of joinsOf(sort, entity.sorts)) {
    if (name === undefined || name === 'progress') continue
    const join = entity.joins?.[name]?.(statement, p)
    if (!join) throw new Error(`${entity.table} are not joined with ${name}`)
    from = sql`${from} ${join.from}`
    if (join.where) where.push(join.where)
  }
  return joinsOf(sort, entity.sorts).has('progress') ? { from: withProgress(entity, from, p), where } : { from, where }
}

function withProgress(entity: Entity, from: RawBuilder<unknown>, p: ListValues): RawBuilder<unknown> {
  if (!entity.progress) throw new Error(`nobody reads ${entity.table}`)
  const { table, item } = entity.progress
  return sql`${from} left join ${sql.table(table)}
    on ${sql.ref(`${table}.${item}`)} = ${keyOf(entity)} and ${sql.ref(`${table}.user_pk`)} = ${p.userPk}`
}

function fromRow(statement: ListStatement, { field, direction }: Sort[0], p: ListValues): RawBuilder<SqlBool> {
  const { entity } = statement
  const sorted = entity.sorts[field]
  if (!sorted) throw new Error(`no sort ${field}`)
  const pk = keyOf(entity)
  const join = sorted.join === undefined ? null : entity.joins?.[sorted.join]
  const own = sql.table(entity.table)
  const from = join ? sql`${own} ${join(statement, p).from}` : own
  return fromCursor(sorted, direction, { from, pk, cursor: sql`${p.cursorPk}` })
}
