import { type SqlBool, sql } from 'kysely'
import { cachedValue } from '../../../db'
import { fold } from '../../../kernel/text'
import { textSql, valueSql } from '../filters'
import type { ListStatement } from './entity'
import { listShape, matching, rowsOf, runList } from './list-query'

/** Options of a field's values. */
export interface ValuesQuery {
  readonly field: string
  /** Only values that contain this text. */
  readonly contains?: string | undefined
  readonly limit: number
}

export interface CountedValue {
  readonly value: string
  readonly count: number
}

/** The distinct values of a list's rows with their counts: most frequent first, numbers descending. */
export function selectValues(
  statement: ListStatement,
  { field, contains, limit }: ValuesQuery,
): Promise<CountedValue[]> {
  const { entity } = statement
  const { value, key, isNumber, join = sql`` } = valueSql(field, entity.fields[field], entity.fieldKinds[field])
  const order = isNumber ? sql`${key} desc` : sql`count(*) desc, ${key} asc`
  const shown = contains ? textSql('contains', fold(contains), isNumber ? value : key) : sql<SqlBool>`1 = 1`
  return runList(statement, `values|${JSON.stringify([field, contains])}`, { limit }, p => {
    const where = sql`${matching(statement, p)} and ${key} is not null and ${shown}`
    return sql<CountedValue>`select min(${value}) as value, count(*) as count from ${rowsOf(statement, p)} ${join}
      where ${where} group by ${key} order by ${order} limit ${p.limit}`
  })
}

/** The same, cached until the list's data changes. */
export function cachedValues(statement: ListStatement, values: ValuesQuery): Promise<CountedValue[]> {
  const shape = listShape(statement, 'values', values)
  return cachedValue(statement.reader, shape, () => selectValues(statement, values))
}
