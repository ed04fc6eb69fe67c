import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../tests/kit/client'
import { freshPostgres, type PostgresDatabase } from '../../../tests/kit/postgres'
import { connect } from './connect'
import type { Connection } from './connection'
import { migrate } from './migrate'

setDefaultTimeout(60_000)

let database: PostgresDatabase
let a: Connection
let b: Connection

beforeAll(async () => {
  database = await freshPostgres()
  a = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  b = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  await migrate(a)
})

afterAll(async () => {
  await Promise.all([a.close(), b.close()])
  await database.drop()
})

/** Counts the calls of a topic on one connection. */
async function counting(connection: Connection, topic: 'events' | 'tasks') {
  let calls = 0
  const leave = connection.wakes.on(topic, () => calls++)
  await until(
    async () => connection.wakes.state(),
    ({ listening }) => listening,
  )
  return { calls: () => calls, leave }
}

test('every process receives what one process sends, by topic and throttled', async () => {
  const [own, other, tasks] = await Promise.all([counting(a, 'events'), counting(b, 'events'), counting(b, 'tasks')])
  const before = { own: own.calls(), other: other.calls(), tasks: tasks.calls() }
  for (let n = 0; n < 50; n++) a.wakes.wake('events')
  expect(own.calls() - before.own).toBe(50)
  await until(
    async () => other.calls() - before.other,
    calls => calls >= 1,
  )
  // The next topic arrives after everything before it.
  a.wakes.wake('tasks')
  await until(
    async () => tasks.calls() - before.tasks,
    calls => calls >= 1,
  )
  expect(other.calls() - before.other).toBeLessThanOrEqual(2)
  expect(own.calls() - before.own).toBe(50)
  for (const { leave } of [own, other, tasks]) leave()
})

test('a transaction with events wakes the other process once it has committed', async () => {
  const { calls, leave } = await counting(b, 'events')
  const before = calls()
  await a.write(async tx => tx.publish({ channel: 'internal', event: { type: 'test' }, to: {} }))
  await until(
    async () => calls(),
    now => now > before,
  )
  leave()
})

test('a lost line is opened again, and everybody is woken then', async () => {
  const { calls, leave } = await counting(b, 'tasks')
  const before = calls()
  const cut = await a.reader.run<{ cut: boolean }>(
    "select pg_terminate_backend(pid) as cut from pg_stat_activity where application_name = 'octavo listen' " +
      'and datname = current_database()',
    [],
  )
  expect(cut.length).toBeGreaterThanOrEqual(1)
  await until(
    async () => calls(),
    now => now > before,
  )
  expect(b.wakes.state()).toEqual({ listening: true, lostSince: null })
  const heard = calls()
  a.wakes.wake('tasks')
  await until(
    async () => calls(),
    now => now > heard,
  )
  leave()
})
