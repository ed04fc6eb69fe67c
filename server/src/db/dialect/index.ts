import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type JsonSql, postgresJson, sqliteJson } from './json'

/** Of a column of `jsonRows`. */
export type JsonType = 'bigint' | 'boolean' | 'double precision' | 'text'

/** What the two databases do differently, by ability. */
export interface Dialect {
  readonly kind: 'sqlite' | 'postgres'
  /** Maximum number of values of one statement. */
  readonly maxParameters: number
  /** Milliseconds since 1970 by the database's own clock, which leases use. */
  readonly now: RawBuilder<number>
  /** Appended to a SELECT of rows to claim, so that no two workers take the same row. */
  readonly skipLocked: RawBuilder<unknown>
  /** Appended to a SELECT of rows that this transaction changes next: locks them. */
  readonly forUpdate: RawBuilder<unknown>
  /** The same before deleting them: also waits for others to add rows that refer to them. */
  readonly forDelete: RawBuilder<unknown>
  /** Locks the table against other writers until this transaction ends; readers continue. */
  lockTable(table: string): RawBuilder<unknown>
  /** Takes the named lock until the transaction ends; run it before the transaction reads. */
  lockName(name: string): RawBuilder<unknown>
  /** Takes the named lock in shared mode, until the transaction ends. */
  shareName(name: string): RawBuilder<unknown>
  readonly json: JsonSql
  /**
   * Expands one value, the JSON text of an array of objects, into rows: one statement for any number of rows. Needs a
   * name with `as`.
   */
  jsonRows<Row extends Readonly<Record<string, unknown>>>(
    json: unknown,
    columns: { readonly [Name in keyof Row]: JsonType },
  ): RawBuilder<Row>
  /** The same as columns of a table, each in its type there. */
  rowsFor(table: string, columns: readonly string[], json: unknown): RawBuilder<unknown>
  /** Whether a key is in an array of numbers, given as JSON text: looks up each of them in the key's index. */
  isKeyOf(column: RawBuilder<unknown>, json: unknown): RawBuilder<SqlBool>
  /** The sum of whole numbers, exact up to 2^53; null for no rows. */
  sum(column: RawBuilder<unknown>): RawBuilder<number>
  /** A number without trailing zeros after the decimal point; null for null. */
  numberText(column: RawBuilder<unknown>): RawBuilder<string | null>
  /** Bytes of the database on disk. */
  readonly databaseSize: RawBuilder<number>
  /**
   * Removes the dead rows that deletes leave in the table, which slow reads down; called outside transactions. Null
   * where there are none.
   */
  freeDead(table: string): string | null
  /** Takes the named lock until the end of the transaction, if it is free; true on success. Never waits. */
  tryLock(name: string): RawBuilder<boolean>
  /** Behind a sort by a column that may be null: unknown values first when ascending, last when descending. */
  nullsOrder(direction: 'asc' | 'desc'): RawBuilder<unknown>
}

export const sqliteDialect: Dialect = {
  kind: 'sqlite',
  maxParameters: 32_000,
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  skipLocked: sql``,
  // A write transaction is exclusive already.
  forUpdate: sql``,
  forDelete: sql``,
  json: sqliteJson,
  lockTable: () => sql`select 1`,
  lockName: () => sql`select 1`,
  shareName: () => sql`select 1`,
  jsonRows: (json, columns) => sqliteDialect.rowsFor('', Object.keys(columns), json) as RawBuilder<never>,
  rowsFor: (_table, columns, json) => {
    const members = columns.map(name => sql`json_extract(value, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`)
    return sql`(select ${sql.join(members)} from json_each(${json}))`
  },
  isKeyOf: (column, json) => sql<SqlBool>`${column} in (select value from json_each(${json}))`,
  sum: column => sql<number>`sum(${column})`,
  numberText: column => sql`case when ${column} is not null then printf('%.15g', ${column}) end`,
  databaseSize: sql<number>`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
  freeDead: () => null,
  tryLock: () => sql<boolean>`1`,
  nullsOrder: () => sql``,
}

export const postgresDialect: Dialect = {
  kind: 'postgres',
  maxParameters: 32_000,
  now: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
  skipLocked: sql`for update skip locked`,
  // Not `for update`: rows that only refer to these, such as reading progress, are inserted without waiting.
  forUpdate: sql`for no key update`,
  forDelete: sql`for update`,
  json: postgresJson,
  lockTable: table => sql`lock table ${sql.table(table)} in share row exclusive mode`,
  lockName: name => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  shareName: name => sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`,
  jsonRows: (json, columns) => {
    const members = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`(select * from json_to_recordset(${json}::json) as r(${sql.join(members)}))`
  },
  rowsFor: (table, columns, json) =>
    sql`(select ${sql.join(columns.map(name => sql.ref(name)))}
      from json_populate_recordset(null::${sql.table(table)}, ${json}::json))`,
  // PostgreSQL estimates a hundred rows for a function and then prefers to scan the table; not so for an array.
  isKeyOf: (column, json) => sql<SqlBool>`${column} = any(cast(translate(${json}, '[]', '{}') as bigint[]))`,
  // PostgreSQL adds up bigint in a type of unlimited size, which takes twice the time of the whole query.
  sum: column => sql<number>`sum(cast(${column} as double precision))`,
  numberText: column => sql`cast(${column} as text)`,
  databaseSize: sql<number>`pg_database_size(current_database())`,
  freeDead: table => `vacuum (skip_locked) ${table}`,
  tryLock: name => sql<boolean>`pg_try_advisory_xact_lock(hashtext(${sql.lit(name)}))`,
  nullsOrder: direction => (direction === 'asc' ? sql` nulls first` : sql` nulls last`),
}
