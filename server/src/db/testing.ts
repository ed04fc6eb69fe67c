import { afterAll, beforeAll, describe } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { CompiledQuery, Kysely, PGliteDialect } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { type Connection, connect } from './connect'
import { postgresDialect } from './dialect'
import { createFaultCounter } from './faults'
import { migrate } from './migrate'
import { telling } from './outbox'
import { POSTGRES_PARSERS, SIMILAR } from './postgres'
import { sequenceVersions } from './postgres-versions'
import type { Schema } from './schema'
import { createLocalWakes } from './wakes'

/** The database of the running `forEachDatabase` block, migrated and empty at its start. */
export interface TestDatabase {
  readonly connection: Connection
}

/** PostgreSQL in process takes its time to start on a busy machine. */
const OPENING_MS = 60_000

/** Declares the same tests on a SQLite file and on PostgreSQL in process. */
export function forEachDatabase(subject: string, declare: (database: TestDatabase) => void): void {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(`${subject} on ${kind}`, () => {
      let connection: Connection | undefined
      let folder: string | undefined
      beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), 'octavo-db-'))
        connection = kind === 'sqlite' ? await connect({ databaseUrl: null, dataDir: folder }) : connectPglite()
        await migrate(connection)
      }, OPENING_MS)
      afterAll(async () => {
        await connection?.close()
        if (folder) rmSync(folder, { recursive: true, force: true })
      })
      declare({
        get connection() {
          if (!connection) throw new Error('The database is open only while the tests of its block run')
          return connection
        },
      })
    })
  }
}

/** PostgreSQL compiled to WebAssembly: one connection, in memory. */
function connectPglite(): Connection {
  const pglite = new PGlite({ parsers: POSTGRES_PARSERS, extensions: { pg_trgm } })
  // As the connections of postgres.ts; it is done before whatever is asked next.
  void pglite.exec(`set ${SIMILAR}`)
  const database = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })
  const wakes = createLocalWakes()
  return {
    kind: 'postgres',
    migrations: database,
    reader: {
      query: database as unknown as ReadonlyKysely<Schema>,
      dialect: postgresDialect,
      run: async <Row>(sql: string, values: readonly unknown[]) => (await pglite.query<Row>(sql, [...values])).rows,
      versions: sequenceVersions((_name, text) => pglite.query(text)),
    },
    revision: () => null,
    write: async work => {
      const { result, told } = await database.transaction().execute(async transaction => {
        const { tx, finish } = telling({
          query: transaction,
          dialect: postgresDialect,
          run: async <Row>(sql: string, values: readonly unknown[]) =>
            (await transaction.executeQuery<Row>(CompiledQuery.raw(sql, [...values]) as CompiledQuery<Row>)).rows,
        })
        return { result: await work(tx), told: await finish() }
      })
      if (told) wakes.wake('events')
      return result
    },
    wakes,
    counts: () => ({ ...createFaultCounter().counts(), busy: 0, idle: 1, waiting: 0 }),
    ping: async () => void (await pglite.query('select 1')),
    close: () => database.destroy(),
  }
}
