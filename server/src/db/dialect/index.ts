import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type JsonSql, postgresJson, sqliteJson } from './json'

/** Of a column of `jsonRows`. */
export type JsonType = 'bigint' | 'boolean' | 'double precision' | 'text'

/** What the two databases do differently, by ability. */
export interface Dialect {
  readonly kind: 'sqlite' | 'postgres'
  /** Most values one statement may carry. */
  readonly maxParameters: number
  /** Milliseconds since 1970 by the database's own clock: leases are measured by it. */
  readonly now: RawBuilder<number>
  /** Appended to a SELECT of rows to claim, so that two workers never take the same. */
  readonly skipLocked: RawBuilder<unknown>
  /** Appended to a SELECT of rows that this transaction changes next: nobody else changes them in between. */
  readonly forUpdate: RawBuilder<unknown>
  /** Locks the table against other writers until this transaction ends; readers continue. */
  lockTable(table: string): RawBuilder<unknown>
  /** Makes every other transaction that locks the same name wait until this one ends; to be run before it reads. */
  lockName(name: string): RawBuilder<unknown>
  /** Takes the named lock in shared mode, until the transaction ends. */
  shareName(name: string): RawBuilder<unknown>
  readonly json: JsonSql
  /**
   * Rows out of one value, the JSON text of an array of objects: a statement for any number of rows is one statement.
   * To be given a name with `as`.
   */
  jsonRows<Row extends Readonly<Record<string, unknown>>>(
    json: unknown,
    columns: { readonly [Name in keyof Row]: JsonType },
  ): RawBuilder<Row>
  /** Whether a key is one of an array of numbers, given as JSON text: an index of keys is entered for each of them. */
  isKeyOf(column: RawBuilder<unknown>, json: unknown): RawBuilder<SqlBool>
  /** A number as a person writes it, without the zeros behind the point; null for null. */
  numberText(column: RawBuilder<unknown>): RawBuilder<string | null>
  /** The day since 1970 in a time zone of epoch milliseconds; null where the database knows no time zones. */
  dayIn(ms: RawBuilder<unknown>, timeZone: unknown): RawBuilder<number> | null
  /** Bytes of the database on disk. */
  readonly databaseSize: RawBuilder<number>
  /**
   * Frees what deleted rows of the table leave behind, so that nobody reads past them; asked outside of transactions.
   * Null where nothing is left behind.
   */
  freeDead(table: string): string | null
  /** True when this transaction alone holds the lock of that name; it ends with the transaction. Never waits. */
  tryLock(name: string): RawBuilder<boolean>
  /** Behind a sort by a column that may be null: unknown values first when ascending, last when descending. */
  nullsOrder(direction: 'asc' | 'desc'): RawBuilder<unknown>
}

export const sqliteDialect: Dialect = {
  kind: 'sqlite',
  maxParameters: 32_000,
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  skipLocked: sql``,
  // A write transaction is alone already.
  forUpdate: sql``,
  json: sqliteJson,
  lockTable: () => sql`select 1`,
  lockName: () => sql`select 1`,
  shareName: () => sql`select 1`,
  jsonRows: (json, columns) => {
    const members = Object.keys(columns).map(
      name => sql`json_extract(value, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`,
    )
    return sql`(select ${sql.join(members)} from json_each(${json}))`
  },
  isKeyOf: (column, json) => sql<SqlBool>`${column} in (select value from json_each(${json}))`,
  numberText: column => sql`case when ${column} is not null then printf('%.15g', ${column}) end`,
  dayIn: () => null,
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
  forUpdate: sql`for update`,
  json: postgresJson,
  lockTable: table => sql`lock table ${sql.table(table)} in share row exclusive mode`,
  lockName: name => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  shareName: name => sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`,
  jsonRows: (json, columns) => {
    const members = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`(select * from json_to_recordset(${json}::json) as r(${sql.join(members)}))`
  },
  // Rows of a function are taken for a hundred and the table for the cheaper one to read whole; an array is not.
  isKeyOf: (column, json) => sql<SqlBool>`${column} = any(cast(translate(${json}, '[]', '{}') as bigint[]))`,
  numberText: column => sql`cast(${column} as text)`,
  dayIn: (ms, timeZone) =>
    sql<number>`cast(cast(to_timestamp(${ms} / 1000.0) at time zone ${timeZone} as date) - date '1970-01-01' as bigint)`,
  databaseSize: sql<number>`pg_database_size(current_database())`,
  freeDead: table => `vacuum (skip_locked) ${table}`,
  tryLock: name => sql<boolean>`pg_try_advisory_xact_lock(hashtext(${sql.lit(name)}))`,
  nullsOrder: direction => (direction === 'asc' ? sql` nulls first` : sql` nulls last`),
}
