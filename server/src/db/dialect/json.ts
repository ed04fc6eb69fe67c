import { type Expression, type RawBuilder, sql } from 'kysely'

/** An expression for part of a JSON value, built by the database. */
type Sql = Expression<unknown> | RawBuilder<unknown>

/**
 * JSON built by the database, so that a row is transferred as one text instead of forty values. Texts of both databases
 * parse to the same value.
 */
export interface JsonSql {
  /** An object of values. */
  object(members: Readonly<Record<string, Sql>>): RawBuilder<string>
  /** A boolean column or condition, never null. */
  boolean(condition: Sql): RawBuilder<unknown>
  /** Epoch milliseconds as RFC 3339 in UTC; null stays null. */
  timestamp(ms: Sql): RawBuilder<unknown>
  /** Texts of several rows as an array, in the order of another column; null or an empty array for none. */
  texts(column: Sql, order: Sql): RawBuilder<string | null>
  /** Casts the object to text, as the last step of a selection. */
  text(object: RawBuilder<string>): RawBuilder<string>
}

export const sqliteJson: JsonSql = {
  object: members => sql`json_object(${pairs(members)})`,
  boolean: condition => sql`iif(${condition}, json('true'), json('false'))`,
  timestamp: ms => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${ms} / 1000.0, 'unixepoch')`,
  texts: (column, order) => sql`json_group_array(${column} order by ${order})`,
  text: object => object,
}

export const postgresJson: JsonSql = {
  object: members => sql`json_build_object(${pairs(members)})`,
  boolean: condition => sql`${condition}`,
  timestamp: ms => sql`to_char(to_timestamp(${ms} / 1000.0) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  texts: (column, order) => sql`json_agg(${column} order by ${order})::text`,
  text: object => sql<string>`${object}::text`,
}

function pairs(members: Readonly<Record<string, Sql>>): RawBuilder<unknown> {
  return sql.join(Object.entries(members).map(([name, value]) => sql`${sql.lit(name)}, ${value}`))
}
