import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { until } from '../../../tests/kit/client'
import { migratedPostgres } from '../../../tests/kit/migrated'
import type { PostgresDatabase } from '../../../tests/kit/postgres'
import { createSharedRevisions } from './postgres-versions'

let database: PostgresDatabase
let other: SQL
let revisions: ReturnType<typeof createSharedRevisions>
let askedInPool = 0

const write = (id: string) =>
  other`insert into facets (id, kind, name, name_key, search_text) values (${id}, 'genre', ${id}, ${id}, '')`

beforeAll(async () => {
  database = await migratedPostgres()
  other = new SQL(database.url, { max: 2 })
  revisions = createSharedRevisions(database.url, async ({ text }) => {
    askedInPool++
    const rows = await other.unsafe(text)
    return { rows: [...rows] }
  })
}, 60_000)

afterAll(async () => {
  await revisions.close()
  await other.close()
  await database.drop()
})

/** The revision, once read on its own connection. */
async function current(): Promise<string> {
  for (;;) {
    const before = askedInPool
    const revision = await revisions.revision('catalogue')
    if (askedInPool === before) return revision
    await Bun.sleep(5)
  }
}

test('a revision is the same after reading, and another one after a write of another connection', async () => {
  const before = await current()
  await other`select * from facets`
  expect(await current()).toBe(before)
  for (let i = 0; i < 5; i++) {
    const last = await current()
    await write(`genre ${i}`)
    expect(await current()).not.toBe(last)
  }
})

test('writes during an open transaction do not count as committed until it ends', async () => {
  expect(await revisions.isCommitted()).toBe(true)
  const open = await other.reserve()
  await open`begin`
  await open`update facets set name = name`
  expect(await revisions.isCommitted()).toBe(false)
  await open`commit`
  open.release()
  expect(await revisions.isCommitted()).toBe(true)
})

test('a transaction in another database on the same server does not count', async () => {
  const neighbour = await migratedPostgres()
  const client = new SQL(neighbour.url, { max: 1 })
  const open = await client.reserve()
  await open`begin`
  await open`update facets set name = name`
  expect(await revisions.isCommitted()).toBe(true)
  await open`commit`
  open.release()
  await client.close()
  await neighbour.drop()
})

test('callers of one moment share an answer, but none that was asked for before they came', async () => {
  const before = await current()
  const first = revisions.revision('catalogue')
  await write('meanwhile')
  const [later, ...others] = await Promise.all(Array.from({ length: 20 }, () => revisions.revision('catalogue')))
  await first
  expect(later).not.toBe(before)
  expect(new Set(others).size).toBeLessThanOrEqual(2)
})

test('revisions of a session that was lost are no longer given', async () => {
  const before = await current()
  await other`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'octavo revisions' and datname = current_database()`
  for (let i = 0; i < 3; i++) expect(await current()).not.toBe(before)
})

test('nor are those that the pool gave before it', async () => {
  const others = createSharedRevisions(database.url, async ({ text }) => ({ rows: [...(await other.unsafe(text))] }))
  const ofPool = await others.revision('catalogue')
  const revision = async () => others.revision('catalogue')
  await until(revision, value => value.startsWith('1 '))
  await other`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'octavo revisions' and datname = current_database()`
  const after = new Set<string>()
  await until(revision, value => after.add(value) && value.startsWith('2 '))
  expect([...after]).not.toContain(ofPool)
  await others.close()
})
