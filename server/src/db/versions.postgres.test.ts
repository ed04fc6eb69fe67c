import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { until } from '../../../tests/kit/client'
import { migratedPostgres } from '../../../tests/kit/migrated'
import type { PostgresDatabase } from '../../../tests/kit/postgres'
import { createSharedRevisions } from './postgres-versions'

let database: PostgresDatabase
let other: SQL
let revisions: ReturnType<typeof createSharedRevisions>

const write = (id: string) =>
  other`insert into facets (id, kind, name, name_key, search_text) values (${id}, 'genre', ${id}, ${id}, '')`

beforeAll(async () => {
  database = await migratedPostgres()
  other = new SQL(database.url, { max: 2 })
  revisions = createSharedRevisions(database.url)
}, 60_000)

afterAll(async () => {
  await revisions.close()
  await other.close()
  await database.drop()
})

const current = async () => revisions.revision('catalogue')
/** Until the next connection is there, no revision is given twice. */
const untilConnected = async () => {
  let last = ''
  await until(current, now => {
    const isSame = now === last
    last = now
    return isSame
  })
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
  await untilConnected()
})

test('a database that does not answer is not asked again by every caller', async () => {
  const connections = async () =>
    (
      await other`select pid from pg_stat_activity
        where application_name = 'octavo revisions' and datname = current_database()`
    ).map(({ pid }: { pid: number }) => pid)
  await current()
  const open = await other.reserve()
  await open`begin`
  await open`drop sequence catalogue_version cascade`
  const before = new Set(await connections())
  for (let i = 0; i < 20; i++) await current()
  const further = (await connections()).filter((pid: number) => !before.has(pid))
  await open`rollback`
  open.release()
  expect(further).toEqual([])
  await untilConnected()
}, 30_000)

test('while there is no connection, no revision is given twice, and nothing counts as committed', async () => {
  const unreachable = createSharedRevisions(database.url.replace(/:\d+\//, ':1/'))
  const given = [await unreachable.revision('catalogue'), await unreachable.revision('progress')]
  expect(new Set([...given, await unreachable.revision('catalogue')]).size).toBe(3)
  expect(await unreachable.isCommitted()).toBe(false)
  await unreachable.close()
})
