import { type RawBuilder, sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { joinsOf, orderBy } from '../../filters'
import { countList, keyOf, type ListStatement, type ListValues, matching, runList } from '../list-query'
import type { Window } from '../window'
import { joined } from './in-order'

/** The items that the viewer has opened: SQLite keeps the order of cross joins, and begins with their own index. */
function opened({ entity }: ListStatement, p: ListValues) {
  if (!entity.progress) throw new Error(`nobody reads ${entity.table}`)
  const { table, item, readAt } = entity.progress
  const own = (column: string) => sql.ref(`${table}.${column}`)
  return {
    rows: sql`${sql.table(table)} cross join ${sql.table(entity.table)}`,
    isOwn: sql`${keyOf(entity)} = ${own(item)} and ${own('user_pk')} = ${p.userPk}`,
    order: (direction: RawBuilder<unknown>) => sql`${own(readAt)} ${direction}, ${own(item)} ${direction}`,
  }
}

export function countOpened(statement: ListStatement): Promise<number> {
  return countList(statement, 'count opened', p => {
    const { rows, isOwn } = opened(statement, p)
    return sql`select count(*) as total from ${rows} where ${isOwn} and ${matching(statement, p)}`
  })
}

/** Keys of what the viewer has opened, in the order of reading or another one. */
export function openedInOrder(statement: ListStatement, { sort, limit, offset }: Window): Promise<Keyed[]> {
  const { reader, entity } = statement
  return runList<Keyed>(statement, `opened|${JSON.stringify(sort)}`, { limit, offset }, p => {
    const { rows, isOwn, order } = opened(statement, p)
    const isByReading = sort.length === 1 && joinsOf(sort, entity.sorts).has('progress')
    const others = sort.filter(({ field }) => entity.sorts[field]?.join !== 'progress')
    const [first, ...more] = others
    const { from, where } = first ? joined(statement, [first, ...more], p, rows) : { from: rows, where: [] }
    const ordered = isByReading ? order(sql.raw(sort[0].direction)) : orderBy(reader, entity.sorts, sort, keyOf(entity))
    return sql<Keyed>`select ${keyOf(entity)} from ${from}
      where ${sql.join([isOwn, matching(statement, p), ...where], sql` and `)}
      order by ${ordered} limit ${p.limit} offset ${p.offset}`
  })
}
