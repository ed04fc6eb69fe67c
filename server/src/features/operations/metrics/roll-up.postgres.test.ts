import { expect, setDefaultTimeout, test } from 'bun:test'
import { freshPostgres } from '../../../../../tests/kit/postgres'
import { connect, migrate } from '../../../db'
import { createLogger } from '../../../kernel/log'
import { insertRuns } from '../../../platform/task-runs'
import { startRollUp } from './roll-up'

setDefaultTimeout(120_000)

test('summed up runs leave no dead rows for statistics to skip', async () => {
  const database = await freshPostgres()
  const connection = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  await migrate(connection)
  // No other vacuum runs meanwhile.
  await connection.reader.run('alter table task_runs set (autovacuum_enabled = false)', [])
  const run = {
    outcome: 'succeeded',
    ended_status: 'completed',
    duration_ms: 1,
    wait_ms: 1,
    items: 1,
    bytes: 0,
  } as const
  const runs = Array.from({ length: 1_000 }, () => ({ ...run, task_type: 'nothing', error: null }))
  const rolling = startRollUp({ connection, log: createLogger('silent') })
  for (let batch = 0; batch < 10; batch++) await connection.write(tx => insertRuns(tx, runs))
  await rolling.now()
  await rolling.stop()
  const sizes = await connection.reader.run<{ bytes: number }>("select pg_relation_size('task_runs') as bytes", [])
  const counts = await connection.reader.run<{ count: number }>('select count from task_counts', [])
  await connection.close()
  await database.drop()
  expect(counts).toEqual([{ count: 10_000 }])
  expect(sizes).toEqual([{ bytes: 0 }])
})
