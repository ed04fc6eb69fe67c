import { sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { ordering } from '../../filters'
import type { ListStatement } from '../entity'
import { keyOf, matching, rowsOf, runList, sortKeyOf, sortsOf } from '../list-query'
import type { Window } from '../window'

/** Keys of all matches, sorted: titles equal to the query, then those that begin with it, then the others. */
export function bestFirst(statement: ListStatement, window: Window): Promise<Keyed[]> {
  const { reader, entity } = statement
  return runList<Keyed>(statement, `best first|${JSON.stringify(window.sort)}`, { ...window }, p => {
    const sortKey = sortKeyOf(entity)
    return sql<Keyed>`select ${keyOf(entity)} from ${rowsOf(statement, p)} where ${matching(statement, p)}
      order by (${sortKey} = ${p.start}) desc, (${sortKey} >= ${p.start} and ${sortKey} < ${p.end}) desc,
        ${ordering.orderBy(reader, sortsOf(statement), window.sort, keyOf(entity))}
      limit ${p.limit} offset ${p.offset}`
  })
}
