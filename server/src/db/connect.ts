import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from './connection'

/** The SQLite database, in the data folder. */
export const DATABASE_FILE = 'octavo.db'

export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE_FILE))
}

const MEMORY_CACHE_BYTES = 40 * 1024 * 1024

/** Opens PostgreSQL when a URL is given, else `octavo.db` in the data folder. */
export async function connect(options: {
  databaseUrl: string | null
  dataDir: string
  /** Maximum number of connections to PostgreSQL; 20 by default. */
  databasePool?: number
  /** Statement timeout on PostgreSQL; 30 s by default. */
  databaseTimeoutMs?: number
  /** Memory for cached lists, rows and answers; 40 MB by default. */
  memoryCacheBytes?: number
}): Promise<Connection> {
  const { memoryCacheBytes = MEMORY_CACHE_BYTES } = options
  if (options.databaseUrl) {
    const { connectPostgres } = await import('./postgres')
    return connectPostgres(options.databaseUrl, { ...options, memoryCacheBytes })
  }
  const { connectSqlite } = await import('./sqlite')
  return connectSqlite(join(options.dataDir, DATABASE_FILE), memoryCacheBytes)
}
