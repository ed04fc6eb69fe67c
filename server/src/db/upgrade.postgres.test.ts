// What an older version of Octavo experiences while a newer one changes the schema, on a real PostgreSQL.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import pg from 'pg'
import { until } from '../../../tests/kit/client'
import { freshPostgres, type PostgresDatabase } from '../../../tests/kit/postgres'
import { connect } from './connect'
import type { Connection } from './connection'
import { migrate } from './migrate'
import { MIGRATIONS } from './migrations'

setDefaultTimeout(60_000)

let database: PostgresDatabase
let connection: Connection

beforeAll(async () => {
  database = await freshPostgres()
  connection = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** The schema of the first step alone. */
async function makeOld(): Promise<void> {
  const [first] = MIGRATIONS
  const db = connection.migrations
  await first?.up(db, connection.reader.dialect)
  await sql`create table schema_migrations (name text primary key, applied_at bigint not null)`.execute(db)
  await sql`insert into schema_migrations values (${first?.name}, 1)`.execute(db)
}

/** Number of migrations waiting for a lock. */
async function waiting(): Promise<number> {
  const rows = await connection.reader.run(
    "select 1 from pg_stat_activity where application_name = 'octavo migrate' and wait_event_type = 'Lock'",
    [],
  )
  return rows.length
}

test('a migration that waits for a table lets others have it in between', async () => {
  await makeOld()
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  await reader.query('start transaction')
  await reader.query('select count(*) from series')
  let migrated = false
  const migrating = migrate(connection).then(steps => {
    migrated = true
    return steps
  })
  for (let round = 0; round < 3; round++) {
    await until(waiting, count => count === 1)
    // Queues behind it for that table.
    await connection.reader.run('select count(*) from series', [])
  }
  expect(migrated).toBe(false)
  await reader.query('commit')
  await reader.end()
  expect(await migrating).toEqual(MIGRATIONS.slice(1).map(({ name }) => name))
})

test('a cached statement still works after its table has got another column', async () => {
  const ask = () => connection.reader.run<object>('select * from libraries where id = $1', ['none'])
  // On as many connections as the pool will have.
  await Promise.all(Array.from({ length: 20 }, ask))
  for (const column of ['one', 'two']) {
    await sql.raw(`alter table libraries add column next_${column} text`).execute(connection.migrations)
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array.from({ length: 20 }, () => []))
  }
})
