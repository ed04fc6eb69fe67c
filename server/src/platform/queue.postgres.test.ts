import { expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../tests/kit/client'
import { freshPostgres } from '../../../tests/kit/postgres'
import { connect, migrate } from '../db'
import { createLogger } from '../kernel/log'
import { enqueue } from './queue'
import { createTaskSignal } from './task-signal'
import { startWorker } from './worker'

setDefaultTimeout(60_000)

test('several processes on one PostgreSQL run each task once', async () => {
  const database = await freshPostgres()
  const open = () => connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  const connections = await Promise.all([open(), open(), open()])
  const [first] = connections
  if (!first) throw new Error('not connected')
  await migrate(first)
  const enqueued = await Promise.all(
    Array.from({ length: 120 }, (_, n) =>
      first.write(tx => enqueue(tx, { type: 'count', payload: { n: n % 60 }, priority: n % 3 })),
    ),
  )
  expect(enqueued.filter(task => task.isNew)).toHaveLength(60)

  const done: unknown[] = []
  const all = Promise.withResolvers<void>()
  const workers = await Promise.all(
    connections.map(connection =>
      startWorker({
        connection,
        signal: createTaskSignal(connection.wakes),
        log: createLogger('silent'),
        slots: 4,
        handlers: {
          count: {
            run: async ({ task, checkpoint }) => {
              await connection.write(tx => checkpoint(tx))
              done.push(task.payload.n)
              return {}
            },
            ended: async () => void (done.length >= 60 && all.resolve()),
          },
        },
      }),
    ),
  )
  await all.promise
  await Promise.all(workers.map(worker => worker.stop()))
  expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, n) => n))
  const rows = await first.reader.query.selectFrom('tasks').select(['status', 'attempt']).distinct().execute()
  expect(rows).toEqual([{ status: 'completed', attempt: 1 }])
  await Promise.all(connections.map(connection => connection.close()))
  await database.drop()
})

test('a task that one process enqueues is started by another at once, not at its next poll', async () => {
  const database = await freshPostgres()
  const open = () => connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  const [here, there] = await Promise.all([open(), open()])
  await migrate(here)
  const begun = Promise.withResolvers<void>()
  const worker = await startWorker({
    connection: there,
    signal: createTaskSignal(there.wakes),
    log: createLogger('silent'),
    pollMs: 2 ** 30,
    handlers: {
      ring: {
        run: async () => {
          begun.resolve()
          return {}
        },
      },
    },
  })
  await until(
    async () => there.wakes.state(),
    ({ listening }) => listening,
  )
  const signal = createTaskSignal(here.wakes)
  await here.write(tx => enqueue(tx, { type: 'ring', payload: {}, priority: 1 }))
  signal.notify()
  await begun.promise
  await worker.stop()
  await Promise.all([here.close(), there.close()])
  await database.drop()
})
