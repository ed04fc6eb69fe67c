import type { ListValueDto } from '@octavo/contract/list-value'
import type { AlphabeticalGroupDto } from '@octavo/contract/series'
import { type SqlBool, sql } from 'kysely'
import { cachedValue, type Reader } from '../../../db'
import { searchForm } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'
import { textSql, valueSql } from '../filters'
import type { Entity, ListRequest, ListStatement } from './entity'
import { listShape, matching, rowsOf, runList, sortKeyOf } from './list-query'
import { queryOf } from './rows'

/** A whole list, unordered: the source of its values and groups. */
export async function wholeList(
  reader: Reader,
  viewer: Viewer,
  entity: Entity,
  request: ListRequest,
): Promise<ListStatement> {
  const inAnyOrder = { ...request, sort: entity.defaultSort, page: 1, pageSize: 1 }
  return { reader, viewer, entity, query: await queryOf(reader, viewer, entity, inAnyOrder) }
}

/** Options of a field's values. */
export interface ValuesQuery {
  readonly field: string
  /** Only values that contain this text. */
  readonly contains?: string | undefined
  readonly limit: number
}

/** The distinct values of a list's rows with their counts: most frequent first, numbers descending. */
export function selectValues(
  statement: ListStatement,
  { field, contains, limit }: ValuesQuery,
): Promise<ListValueDto[]> {
  const { entity } = statement
  const {
    value,
    key,
    searched = key,
    isNumber,
    join = sql``,
  } = valueSql(field, entity.fields[field], entity.fieldKinds[field])
  const order = isNumber ? sql`${key} desc` : sql`count(*) desc, ${key} asc`
  const shown = contains ? textSql('contains', searchForm(contains), isNumber ? value : searched) : sql<SqlBool>`1 = 1`
  return runList(statement, `values|${JSON.stringify([field, contains])}`, { limit }, p => {
    const where = sql`${matching(statement, p)} and ${key} is not null and ${shown}`
    return sql<ListValueDto>`select min(${value}) as value, count(*) as count from ${rowsOf(statement, p)} ${join}
      where ${where} group by ${key} order by ${order} limit ${p.limit}`
  })
}

/** The same, cached until the list's data changes. */
export function cachedValues(statement: ListStatement, values: ValuesQuery): Promise<ListValueDto[]> {
  const shape = listShape(statement, 'values', values)
  return cachedValue(statement.reader, shape, () => selectValues(statement, values))
}

/** Number of rows by first character of their sort title, in title order. */
export async function selectGroups(statement: ListStatement): Promise<AlphabeticalGroupDto[]> {
  const { entity } = statement
  const key = sortKeyOf(entity)
  const { key: title } = valueSql('titleSort', entity.fields.titleSort, entity.fieldKinds.titleSort)
  // Texts are searched without letters such as ø, but sorted with them. Numbers begin with their length in a sort key.
  const letter = sql`substr(case when ${key} >= '0' and ${key} < ':' then ${title} else ${key} end, 1, 1)`
  const rows = await runList<AlphabeticalGroupDto>(
    statement,
    'groups',
    {},
    p => sql<AlphabeticalGroupDto>`select ${letter} as "group", count(*) as count
      from ${rowsOf(statement, p)} where ${matching(statement, p)} group by 1 order by min(${key})`,
  )
  return rows.map(({ group, count }) => ({ group: group || '#', count }))
}
