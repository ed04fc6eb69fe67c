import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { FaultCounts } from './faults'
import type { Reader } from './reader'
import type { Schema } from './schema'
import type { Kept } from './versions'
import type { Wakes } from './wakes'
import type { Write } from './write'

/** An open database of either kind. */
export interface Connection {
  readonly kind: 'sqlite' | 'postgres'
  readonly reader: Reader
  readonly write: Write
  /** For migrations only. */
  readonly migrations: Kysely<Schema>
  /**
   * Grows with every committed write of what lists are made of, where this process is the only writer; null where others
   * write too.
   */
  revision(of: Kept): number | null
  /**
   * Where others write too, a name of all that can be read at a moment after the call: two equal ones mean that nobody has
   * written anything between them. Null when that cannot be told.
   */
  snapshot(): Promise<string | null>
  /**
   * Makes the statistics by which questions are planned, of tables that have none or have grown far beyond them. It takes a
   * sample of each, and lets others go first. That it fails is nobody's trouble.
   */
  refreshStatistics(): Promise<void>
  /** Between the processes on this database. */
  readonly wakes: Wakes
  counts(): ConnectionCounts
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What the connection is doing, and has seen since it was opened. */
export interface ConnectionCounts extends FaultCounts {
  readonly busy: number
  readonly idle: number
  /** Calls that wait for a connection, or for their turn to write. */
  readonly waiting: number
}

/** Opens PostgreSQL when a URL is given, else `octavo.db` in the data folder. */
export async function connect(options: {
  databaseUrl: string | null
  dataDir: string
  /** Connections to PostgreSQL at most; 20 unless given. */
  databasePool?: number
  /** Longest time of one statement on PostgreSQL; 30 s unless given. */
  databaseTimeoutMs?: number
}): Promise<Connection> {
  if (options.databaseUrl) {
    const { connectPostgres } = await import('./postgres')
    return connectPostgres(options.databaseUrl, options)
  }
  const { connectSqlite } = await import('./sqlite')
  return connectSqlite(join(options.dataDir, 'octavo.db'))
}
