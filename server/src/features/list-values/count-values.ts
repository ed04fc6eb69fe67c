import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../kernel/text'
import { textSql } from '../filters'

/** Which values of a field are asked for. */
export interface ValuesAsked<Field extends string> {
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
}

export interface CountedValue {
  readonly value: string
  readonly count: number
}

/** The values of rows that were chosen, each once, with how many of the rows have it. */
export function countValues<Database, Tables extends keyof Database>(
  rows: SelectQueryBuilder<Database, Tables, object>,
  { value, key, isNumber }: ValueSql,
  contains: string | undefined,
  limit: number,
) {
  const order = isNumber ? sql`${key} desc` : sql`count(*) desc, ${key} asc`
  const shown = contains ? textSql('contains', fold(contains), isNumber ? value : key) : sql<SqlBool>`1 = 1`
  return rows
    .where(sql<SqlBool>`${key} is not null`)
    .where(shown)
    .select([sql<string>`min(${value})`.as('value'), sql<number>`count(*)`.as('count')])
    .groupBy(sql`${key}`)
    .orderBy(order as never)
    .limit(limit)
}
