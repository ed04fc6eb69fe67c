import { sql } from 'kysely'
import { valueSql } from '../filters'
import type { ListStatement } from './entity'
import { matching, rowsOf, runList, sortKeyOf } from './list-query'

export interface Group {
  readonly group: string
  readonly count: number
}

/** Number of rows by first character of their sort title, in title order. */
export async function selectGroups(statement: ListStatement): Promise<Group[]> {
  const { entity } = statement
  const { key: title } = valueSql('titleSort', entity.fields.titleSort, entity.fieldKinds.titleSort)
  const rows = await runList<Group>(
    statement,
    'groups',
    {},
    p => sql<Group>`select substr(${title}, 1, 1) as "group", count(*) as count
      from ${rowsOf(statement, p)} where ${matching(statement, p)} group by 1 order by min(${sortKeyOf(entity)})`,
  )
  return rows.map(({ group, count }) => ({ group: group || '#', count }))
}
