import { afterAll, beforeAll, describe } from 'bun:test'
import { migratedPostgres, migratedSqlite } from '../../../tests/kit/migrated'
import { temporaryFolder } from '../../../tests/kit/paths'
import { connect } from './connect'
import type { Connection } from './connection'

/** The database of the current `forEachDatabase` block, migrated and empty at its start. */
export interface TestDatabase {
  readonly connection: Connection
}

/** The first block of a run starts PostgreSQL and creates the template database. */
const OPENING_MS = 60_000

/** Declares the same tests on a SQLite file and on a real PostgreSQL: that of `npm test`, or its own. */
export function forEachDatabase(subject: string, declare: (database: TestDatabase) => void): void {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(`${subject} on ${kind}`, () => declareOn(kind, declare))
  }
}

/** Declares tests of what only PostgreSQL has, such as transactions that wait for each other. */
export function onPostgres(subject: string, declare: (database: TestDatabase) => void): void {
  describe(`${subject} on postgres`, () => declareOn('postgres', declare))
}

function declareOn(kind: Connection['kind'], declare: (database: TestDatabase) => void): void {
  let opened: Opened | undefined
  beforeAll(async () => {
    opened = kind === 'sqlite' ? await openSqlite() : await openPostgres()
  }, OPENING_MS)
  declare({
    get connection() {
      if (!opened) throw new Error('The database is open only while the tests of its block run')
      return opened.connection
    },
  })
  // Bun runs these in order: hooks of the block must finish before the database closes.
  afterAll(async () => {
    await opened?.connection.close()
    await opened?.remove()
  }, OPENING_MS)
}

interface Opened {
  readonly connection: Connection
  readonly remove: () => void | Promise<void>
}

async function openSqlite(): Promise<Opened> {
  const folder = temporaryFolder('db')
  await migratedSqlite(folder.path)
  return { connection: await connect({ databaseUrl: null, dataDir: folder.path }), remove: folder.remove }
}

async function openPostgres(): Promise<Opened> {
  const database = await migratedPostgres()
  return { connection: await connect({ databaseUrl: database.url, dataDir: '/nowhere' }), remove: database.drop }
}
