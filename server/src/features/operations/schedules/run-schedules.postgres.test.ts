import { expect, setDefaultTimeout, test } from 'bun:test'
import { freshPostgres } from '../../../../../tests/kit/postgres'
import { connect, migrate } from '../../../db'
import { createLogger } from '../../../kernel/log'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { createTaskSignal } from '../../../platform/task-signal'
import { createSchedule, type ScheduleDeps } from './change-schedules'
import { runSchedules } from './run-schedules'

setDefaultTimeout(120_000)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-05-04T00:00:00Z')

test('five processes on one PostgreSQL run each scheduled time of a day exactly once', async () => {
  const database = await freshPostgres()
  const connections = await Promise.all(
    Array.from({ length: 5 }, () => connect({ databaseUrl: database.url, dataDir: '/nowhere' })),
  )
  let time = START
  const processes = connections.map(
    (connection): ScheduleDeps => ({
      reader: connection.reader,
      write: connection.write,
      now: () => time,
      clock: async () => time,
      serverZone: async () => null,
      tasks: createTaskSignal(connection.wakes),
      announce: () => undefined,
      log: createLogger('silent'),
    }),
  )
  const [first] = connections
  const [here] = processes
  if (!first || !here) throw new Error('not connected')
  await migrate(first)
  const hourly = await createSchedule(here, SYSTEM_VIEWER, null, {
    cronSchedule: '0 * * * *',
    config: { type: 'cleanup' },
  })
  const quarterly = await createSchedule(here, SYSTEM_VIEWER, null, {
    cronSchedule: '*/15 * * * *',
    config: { type: 'duplicates' },
  })

  const fired: string[] = []
  for (; time <= START + 24 * HOUR; time += 5 * MINUTE) {
    const looks = await Promise.all(processes.map(runSchedules))
    for (const { fires } of looks) fired.push(...fires.map(fire => fire.scheduleId))
    await first.write(tx => tx.query.updateTable('tasks').set({ status: 'completed', completed_at: time }).execute())
  }
  expect(fired.filter(id => id === hourly)).toHaveLength(24)
  expect(fired.filter(id => id === quarterly)).toHaveLength(96)
  const { tasks } = await first.reader.query
    .selectFrom('tasks')
    .select(eb => eb.fn.countAll<number>().as('tasks'))
    .executeTakeFirstOrThrow()
  expect(tasks).toBe(120)

  await Promise.all(connections.map(connection => connection.close()))
  await database.drop()
})
