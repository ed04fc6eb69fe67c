import type { Kysely } from 'kysely'
import type { Channel, Memo } from '../kernel/memo'
import type { FaultCounts } from './faults'
import type { Reader } from './reader'
import type { Wakes } from './wakes'
import type { Write } from './write'

/** An open database of either kind. */
export interface Connection {
  readonly kind: 'sqlite' | 'postgres'
  /** Sentences for the operator: what was found and repaired when it was opened. */
  readonly notices: readonly string[]
  readonly reader: Reader
  readonly write: Write
  /** For migrations only. */
  readonly migrations: Kysely<never>
  /** The cache for this database, for values other than rows. */
  readonly memo: Memo
  /** Changes with every committed write to the channel's data, by any process. */
  revision(channel: Channel): Promise<string> | string
  /**
   * Updates the planner's statistics of tables that have none or have grown far beyond them. It reads a sample of each
   * and yields between tables. Failures are ignored.
   */
  refreshStatistics(): Promise<void>
  /** Between the processes on this database. */
  readonly wakes: Wakes
  counts(): ConnectionCounts
  /** Returns memory that the database's cache does not need now. */
  releaseMemory(): void
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Current activity, and counters since it was opened. */
export interface ConnectionCounts extends FaultCounts {
  readonly busy: number
  readonly idle: number
  /** Calls that wait for a connection, or for the write lock. */
  readonly waiting: number
}
