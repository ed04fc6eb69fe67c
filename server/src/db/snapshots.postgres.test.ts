import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { migratedPostgres } from '../../../tests/kit/migrated'
import type { PostgresDatabase } from '../../../tests/kit/postgres'
import { createSnapshots, type Snapshots } from './postgres-versions'

let database: PostgresDatabase
let other: SQL
let snapshots: Snapshots

beforeAll(async () => {
  database = await migratedPostgres()
  other = new SQL(database.url, { max: 2 })
  await other`create table notes (text text)`
  snapshots = createSnapshots(database.url, () => Promise.reject(new Error('nothing is asked in the pool')))
}, 60_000)

afterAll(async () => {
  await snapshots.close()
  await other.close()
  await database.drop()
})

/** Names of two moments with nothing but this between them, and with nothing of other databases on the server. */
async function around(work: () => Promise<unknown>): Promise<boolean> {
  const before = await named()
  await work()
  return (await named()) === before
}

async function named(): Promise<string> {
  for (;;) {
    const name = await snapshots.current()
    if (name !== null) return name
    await Bun.sleep(5)
  }
}

test('the name is the same after reading, sooner or later, and never after a write of another connection', async () => {
  // Other databases on this server are written to meanwhile, and so is its catalogue.
  while (!(await around(() => other`select * from notes`))) {}
  for (let i = 0; i < 5; i++) {
    expect(await around(() => other`insert into notes values (${`${i}`})`)).toBe(false)
    expect(await around(() => other`delete from notes`)).toBe(false)
  }
}, 60_000)

test('what is written while a transaction is open changes the name when that is over', async () => {
  const open = await other.reserve()
  await open`begin`
  await open`insert into notes values ('late')`
  await other`insert into notes values ('early')`
  expect(await around(() => open`commit`)).toBe(false)
  open.release()
})

test('those who ask at once share an answer, but none that was asked for before they came', async () => {
  const before = await named()
  const first = snapshots.current()
  await other`insert into notes values ('meanwhile')`
  const [later, ...others] = await Promise.all(Array.from({ length: 20 }, () => snapshots.current()))
  await first
  expect(later).not.toBe(before)
  expect(new Set(others).size).toBeLessThanOrEqual(2)
})

test('names of a session that was lost are no longer given', async () => {
  const before = await named()
  await other`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'octavo snapshots' and datname = current_database()`
  for (let i = 0; i < 3; i++) expect(await named()).not.toBe(before)
})
