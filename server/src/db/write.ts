import type { Kysely } from 'kysely'
import type { Dialect } from './dialect'
import type { Happening } from './happening'
import type { Schema } from './schema'

/** The power to write, inside one transaction. Stores take it as their first argument. */
export interface Tx {
  readonly query: Kysely<Schema>
  readonly dialect: Dialect
  run<Row>(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** An event that is sent once the transaction has committed, and not at all when it is rolled back. */
  publish(happening: Happening): void
}

/**
 * Runs `work` in one transaction: all of it or, when it throws, nothing.
 * On SQLite transactions queue for the one writer, so wait for nothing but the database inside.
 * On PostgreSQL it runs again, a few times, when two transactions stood in each other's way and this one was rolled
 * back: so it changes nothing but the database, or says `once`.
 * @throws DatabaseFault when the database does not take it
 */
export type Write = <T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions) => Promise<T>

export interface WriteOptions {
  /** Never runs again, as it changes something besides the database. */
  readonly once?: boolean
  /**
   * A few statements that many callers run at the same time. On SQLite they share one commit (`group-commit`);
   * PostgreSQL does so by itself.
   */
  readonly short?: boolean
}
