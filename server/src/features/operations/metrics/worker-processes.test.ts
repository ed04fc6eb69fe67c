import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../../../../../tests/kit/client'
import { freshPostgres, type PostgresDatabase } from '../../../../../tests/kit/postgres'
import { type Connection, connect, migrate } from '../../../db'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import { taskStats } from '../tasks'
import { hoursSince } from './metrics.queries'
import { rollUp } from './metrics.store'
import { addSums, HOUR_MS, noSums } from './sums.rules'

setDefaultTimeout(90_000)

const LEASE_MS = 3_000
const TASKS = 8
const ROUNDS = 3

let database: PostgresDatabase
let connection: Connection
const processes: Bun.Subprocess[] = []

beforeAll(async () => {
  database = await freshPostgres()
  connection = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  await migrate(connection)
  await connection.reader.run('create table effects (task_id text, attempt bigint, pid bigint)', [])
})

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await connection.close()
  await database.drop()
})

/** A worker process that has started to poll, and how often its log reports a task's end. */
async function startProcess() {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'testing-worker.ts'), database.url, `${LEASE_MS}`], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  processes.push(child)
  let log = ''
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stderr) log += decoder.decode(chunk, { stream: true })
  })()
  const reader = child.stdout.getReader()
  await reader.read()
  return { child, pid: child.pid, endedAs: (end: string) => log.split(`"end":"${end}"`).length - 1 }
}

async function put(type: string, many: number, from: number): Promise<string[]> {
  return connection.write(async tx => {
    const ids: string[] = []
    for (let n = from; n < from + many; n++) ids.push((await enqueue(tx, { type, priority: 1, payload: { n } })).id)
    return ids
  })
}

const effectsOf = async (pid: number) => {
  const [row] = await connection.reader.run<{ count: number }>('select count(*) as count from effects where pid = $1', [
    pid,
  ])
  return row?.count ?? 0
}

const rowsOf = (ids: readonly string[]) =>
  connection.reader.query.selectFrom('tasks').select(['status', 'attempt', 'result']).where('id', 'in', ids).execute()

/** Freezes a process while none of its transactions is open: nobody could take rows that it has locked. */
async function freeze(child: Bun.Subprocess): Promise<void> {
  const busy = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend' and state <> 'idle'`
  for (;;) {
    child.kill('SIGSTOP')
    // Sent statements may still be in transit, and begin one.
    await Bun.sleep(20)
    if ((await connection.reader.run(busy, [])).length === 0) return
    child.kill('SIGCONT')
    await Bun.sleep(5)
  }
}

// M02.
test('a process frozen past its leases changes nothing when it resumes', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const frozen = await startProcess()
    const ids = await put('drip', TASKS, round * TASKS)
    await until(
      () => effectsOf(frozen.pid),
      effects => effects >= 2 * TASKS,
    )
    await freeze(frozen.child)
    expect((await rowsOf(ids)).map(row => row.status)).toEqual(ids.map(() => 'processing'))
    const before = await effectsOf(frozen.pid)
    const other = await startProcess()
    await until(
      () => rowsOf(ids),
      rows => rows.every(row => row.status === 'completed'),
    )
    const done = await rowsOf(ids)
    frozen.child.kill('SIGCONT')
    await until(
      async () => frozen.endedAs('lost'),
      lost => lost >= TASKS,
    )
    expect(await effectsOf(frozen.pid)).toBe(before)
    expect(await rowsOf(ids)).toEqual(done)
    expect(done.map(row => [row.attempt, JSON.parse(row.result ?? '{}').pid])).toEqual(ids.map(() => [2, other.pid]))
    for (const { child } of [frozen, other]) child.kill('SIGKILL')
    await Promise.all([frozen.child.exited, other.child.exited])
  }
  console.log(`M02: stale effects 0 of ${ROUNDS * TASKS} tasks`)
})

test('the work of processes is counted once, at whatever moment they are killed', async () => {
  const ids = await put('count', 1_500, 10_000)
  const done = async () => (await rowsOf(ids)).filter(row => row.status === 'completed').length
  const executed = async () => {
    const sums = noSums()
    for (const hour of await hoursSince(connection.reader, Date.now() - 24 * HOUR_MS, { type: 'count' })) {
      addSums(sums, hour.sums)
    }
    return sums
  }
  for (let round = 0; (await done()) < ids.length; round++) {
    const pair = await Promise.all([startProcess(), startProcess()])
    const before = await done()
    await until(done, many => many >= Math.min(ids.length, before + 150 + 50 * round))
    for (const { child } of pair) child.kill('SIGKILL')
    await Promise.all(pair.map(({ child }) => child.exited))
    // Transactions of dead processes may still be ending: wait until they are visible or rolled back.
    expect((await executed()).executed).toBeLessThanOrEqual(ids.length)
  }
  while ((await connection.write(tx => rollUp(tx, 1_000))) > 0);
  const sums = await executed()
  expect(sums).toMatchObject({ executed: 1_500, succeeded: 1_500, failed: 0, items: 4_500 })
  expect((await taskStats(connection.reader, SYSTEM_VIEWER)).byType.count).toMatchObject({
    completed: 1_500,
    total: 1_500,
  })
})
