import { constants, Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely } from 'kysely'
import { connect, DATABASE_FILE, hasDatabase } from './connect'
import { sqliteDialect } from './dialect'
import { bunSqliteDialect, runStatement } from './dialect/bun-sqlite'
import { type Reader, readOnly } from './reader'
import type { Schema } from './schema'

/** A person waits at a terminal, so this is short. */
const ANSWER_MS = 2_000

export interface Peek {
  readonly reader: Reader
  close(): Promise<void>
}

/**
 * Reads a database that a server may be using: takes no lock, does not migrate and creates no file. Null without a
 * SQLite database in the data folder.
 * @throws the driver's error when the database does not answer or is not readable
 */
export async function peek(options: { databaseUrl: string | null; dataDir: string }): Promise<Peek | null> {
  if (options.databaseUrl) {
    const { reader, close } = await connect({ ...options, databasePool: 2, databaseTimeoutMs: ANSWER_MS })
    return { reader, close }
  }
  if (!hasDatabase(options.dataDir)) return null
  const database = openReadOnly(join(options.dataDir, DATABASE_FILE))
  const query = new Kysely<Schema>({ dialect: bunSqliteDialect(database, { seen: error => error }) })
  const run: Reader['run'] = async (sql, values) => runStatement(database.query(sql), values)
  return { reader: { query: readOnly(query), dialect: sqliteDialect, run }, close: () => query.destroy() }
}

/** Without a log there is no writer. SQLite must not create one: it would belong to our user. */
function openReadOnly(file: string): Database {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log) return new Database(file, { readonly: true })
  return new Database(
    `${pathToFileURL(file).href}?immutable=1`,
    constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI,
  )
}
