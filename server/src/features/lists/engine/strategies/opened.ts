import { sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { ordering } from '../../filters'
import type { ListStatement } from '../entity'
import { keyOf, matching, runList, sortsOf, unread } from '../list-query'
import type { Window } from '../window'
import { joined } from './in-order'

/** Keys of what the viewer has opened, by their own index, in the order of reading or another one. */
export function openedInOrder(statement: ListStatement, { sort, limit, offset }: Window): Promise<Keyed[]> {
  const { reader, entity } = statement
  const { table, item, readAt } = entity.progress ?? unread(entity)
  const sorts = sortsOf(statement)
  return runList<Keyed>(statement, `opened|${JSON.stringify(sort)}`, { limit, offset }, p => {
    const [{ direction }] = sort
    const byReading = sql.join([readAt, item].map(name => sql`${sql.ref(`${table}.${name}`)} ${sql.raw(direction)}`))
    const isByReading = sort.length === 1 && ordering.joinsOf(sort, sorts).has('progress')
    const { from, where } = joined(statement, sort, p, true)
    return sql<Keyed>`select ${keyOf(entity)} from ${from}
      where ${sql.join([matching(statement, p, { isOpened: true }), ...where], sql` and `)}
      order by ${isByReading ? byReading : ordering.orderBy(reader, sorts, sort, keyOf(entity))} limit ${p.limit} offset ${p.offset}`
  })
}
