import { type RawBuilder, sql } from 'kysely'
import { type JsonSql, postgresJson, sqliteJson } from './json'

/** What the two databases do differently, by ability. */
export interface Dialect {
  readonly kind: 'sqlite' | 'postgres'
  /** Most values one statement may carry. */
  readonly maxParameters: number
  /** Milliseconds since 1970 by the database's own clock: leases are measured by it. */
  readonly now: RawBuilder<number>
  /** Appended to a SELECT of rows to claim, so that two workers never take the same. */
  readonly skipLocked: RawBuilder<unknown>
  /** Makes every other writer of the table wait until this transaction ends; reading goes on. */
  lockTable(table: string): RawBuilder<unknown>
  /** Makes every other transaction that locks the same name wait until this one ends; to be run before it reads. */
  lockName(name: string): RawBuilder<unknown>
  readonly json: JsonSql
  /** Behind a sort by a column that may be null: unknown values first when ascending, last when descending. */
  nullsOrder(direction: 'asc' | 'desc'): RawBuilder<unknown>
}

export const sqliteDialect: Dialect = {
  kind: 'sqlite',
  maxParameters: 32_000,
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  skipLocked: sql``,
  json: sqliteJson,
  // A write transaction is alone already.
  lockTable: () => sql`select 1`,
  lockName: () => sql`select 1`,
  nullsOrder: () => sql``,
}

export const postgresDialect: Dialect = {
  kind: 'postgres',
  maxParameters: 32_000,
  now: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
  skipLocked: sql`for update skip locked`,
  json: postgresJson,
  lockTable: table => sql`lock table ${sql.table(table)} in share row exclusive mode`,
  lockName: name => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  nullsOrder: direction => (direction === 'asc' ? sql` nulls first` : sql` nulls last`),
}
