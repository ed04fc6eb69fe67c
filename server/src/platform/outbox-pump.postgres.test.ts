import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../tests/kit/client'
import { freshPostgres, type PostgresDatabase } from '../../../tests/kit/postgres'
import { type Connection, connect, migrate } from '../db'
import { createLogger } from '../kernel/log'
import { createOutboxPump, type OutboxPump, type OutboxRow } from './outbox-pump'

setDefaultTimeout(60_000)

const log = createLogger('silent')
let database: PostgresDatabase
let here: Connection
let there: Connection
let pump: OutboxPump
let rows: OutboxRow[] = []

beforeAll(async () => {
  database = await freshPostgres()
  const open = () => connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  ;[here, there] = await Promise.all([open(), open()])
  await migrate(here)
  pump = createOutboxPump({ connection: there, log })
  await pump.listen(more => rows.push(...more))
})

afterAll(async () => {
  await pump.stop()
  await Promise.all([here.close(), there.close()])
  await database.drop()
})

const words = () => rows.flatMap(row => row.happened.map(({ event }) => 'type' in event && event.type))
const heard = (count: number) =>
  until(
    async () => words(),
    all => all.length >= count,
  )

/** A transaction that already has its number, and ends on request. */
function openTransaction(word: string) {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const done = here.write(async tx => {
    await tx.run('select pg_current_xact_id()', [])
    begun.resolve()
    await end.promise
    tx.publish({ channel: 'internal', event: { type: word }, to: {} })
  })
  const commit = () => {
    end.resolve()
    return done
  }
  return { begun: begun.promise, commit }
}

test('of two overlapping transactions, the one with the lower number is not missed if it commits last', async () => {
  rows = []
  const early = openTransaction('early')
  await early.begun
  const late = openTransaction('late')
  await late.begun
  await late.commit()
  // It does not wait for the other one.
  expect(await heard(1)).toEqual(['late'])
  const [lateRow] = rows
  await early.commit()
  expect(await heard(2)).toEqual(['late', 'early'])
  expect(rows[1]?.key).toBeLessThan(lateRow?.key ?? 0)
  // A client that had received only the late one continues from before both.
  const again = await pump.since(lateRow?.resumeAt ?? 0)
  expect(again === null || again.some(row => row.key === rows[1]?.key)).toBe(true)
})

test('events of many overlapping transactions are delivered once, and a reconnecting client misses none', async () => {
  rows = []
  const all = Array.from({ length: 300 }, (_, n) => `w${n}`)
  await Promise.all(
    all.map((type, n) =>
      [here, there][n % 2]?.write(async tx => {
        await tx.run('select pg_current_xact_id()', [])
        await Bun.sleep((n * 7) % 5)
        tx.publish({ channel: 'internal', event: { type }, to: {} })
      }),
    ),
  )
  await heard(300)
  expect(words().toSorted()).toEqual(all.toSorted())
  for (const [index, row] of rows.entries()) {
    const later = rows.slice(index + 1).map(({ key }) => key)
    const again = await pump.since(row.resumeAt)
    // Too far back: the client must reload, which misses nothing either.
    if (again === null) continue
    const got = new Set(again.map(({ key }) => key))
    expect(later.filter(key => !got.has(key))).toEqual([])
  }
})

test('nothing is missed when connections between the processes are cut repeatedly', async () => {
  rows = []
  const all: string[] = []
  for (let n = 0; n < 20; n++) {
    const type = `cut${n}`
    all.push(type)
    await here.reader.run(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'octavo listen' " +
        'and datname = current_database()',
      [],
    )
    await here.write(async tx => tx.publish({ channel: 'internal', event: { type }, to: {} }))
  }
  expect(await heard(20)).toEqual(all)
})
