import type { ReadonlyKysely } from 'kysely/readonly'
import type { Dialect } from './dialect'
import type { Schema } from './schema'
import type { Versions } from './versions'

/** The power to read. Queries take it as their first argument. */
export interface Reader {
  readonly query: ReadonlyKysely<Schema>
  readonly dialect: Dialect
  /** Runs ready SQL; values in the order of the placeholders. */
  run<Row>(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** Left out where nothing may be kept, as within a transaction. */
  readonly versions?: Versions
}
