import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../../kernel/text'
import { textSql } from '../filters'
import { type ListStatement, matching, rowsOf, runList } from './list-query'

/** Which values of a field are asked for. */
export interface ValuesQuery<Field extends string> {
  readonly field: Field
  /** Only values with this text in them. */
  readonly contains?: string | undefined
  readonly limit: number
}

/** Where a field's value is found: what is shown, and the folded text or number by which two are the same. */
export interface ValueSql {
  readonly value: RawBuilder<string | null>
  readonly key: RawBuilder<unknown>
  /** Numbers go from the highest down, all else by how many rows have it. */
  readonly isNumber?: boolean
  /** What joins the rows of the list with the tables of the value. */
  readonly join?: RawBuilder<unknown>
}

export interface CountedValue {
  readonly value: string
  readonly count: number
}

/** The values of the rows of a list, each once, with how many of the rows have it. */
export function selectValues(
  statement: ListStatement,
  { value, key, isNumber, join = sql`` }: ValueSql,
  { field, contains, limit }: ValuesQuery<string>,
): Promise<CountedValue[]> {
  const order = isNumber ? sql`${key} desc` : sql`count(*) desc, ${key} asc`
  const shown = contains ? textSql('contains', fold(contains), isNumber ? value : key) : sql<SqlBool>`1 = 1`
  return runList(statement, `values|${JSON.stringify([field, contains])}`, { limit }, p => {
    const where = sql`${matching(statement, p)} and ${key} is not null and ${shown}`
    return sql<CountedValue>`select min(${value}) as value, count(*) as count from ${rowsOf(statement)} ${join}
      where ${where} group by ${key} order by ${order} limit ${p.limit}`
  })
}

/** The values of a kind of names, by the table that has them. */
export function namesOfKind(table: string, column: string, pk: RawBuilder<unknown>, kind: string): ValueSql {
  return {
    value: sql`facets.name`,
    key: sql`facets.name_key`,
    join: sql`inner join ${sql.table(table)} on ${sql.ref(`${table}.${column}`)} = ${pk}
      inner join facets on facets.pk = ${sql.ref(`${table}.facet_pk`)} and facets.kind = ${sql.lit(kind)}`,
  }
}
