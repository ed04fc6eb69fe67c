import type { Kysely } from 'kysely'
import type { Dialect } from './dialect'
import type { Happening } from './happening'
import type { Schema } from './schema'

/** Write access within one transaction. Stores take it as their first argument. */
export interface Tx {
  readonly query: Kysely<Schema>
  readonly dialect: Dialect
  run<Row>(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** An event that is sent after the commit; never after a rollback. */
  publish(happening: Happening): void
}

/**
 * Runs `work` in one transaction: all of it or, when it throws, nothing. On SQLite transactions queue for the one
 * writer, so wait for nothing but the database inside. On PostgreSQL it is retried a few times on serialization failure
 * or deadlock: so it must change nothing but the database.
 * @throws DatabaseFault when the database fails
 */
export type Write = <T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions) => Promise<T>

export interface WriteOptions {
  /**
   * A few statements that many callers run concurrently. On SQLite they share one commit (`group-commit`); PostgreSQL
   * does so itself.
   */
  readonly short?: boolean
}
