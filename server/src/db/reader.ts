import type { Kysely, KyselyPlugin, QueryExecutorProvider } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Memo } from '../kernel/memo'
import type { Dialect } from './dialect'
import type { Schema } from './schema'

/** Builds read-only queries. Why the executor: raw SQL needs it, which Kysely's read-only type leaves out. */
export type ReadQuery = QueryExecutorProvider & {
  withPlugin(plugin: KyselyPlugin): ReadQuery
} & ReadonlyKysely<Schema>

/** Read access. Queries take it as their first argument. */
export interface Reader {
  readonly query: ReadQuery
  readonly dialect: Dialect
  /** Runs ready SQL; values in the order of the placeholders. */
  run<Row>(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** Absent where caching is not allowed, as within a transaction. */
  readonly memo?: Memo
}

/** A reader, or a transaction that must see its own writes. */
export interface Reads extends Pick<Reader, 'dialect' | 'run'> {
  readonly query: Pick<ReadQuery, 'selectFrom'> & QueryExecutorProvider
}

/** Hides the methods that write; Kysely's read-only type is not a supertype. */
export function readOnly(query: Kysely<Schema>): ReadQuery {
  return query as unknown as ReadQuery
}
