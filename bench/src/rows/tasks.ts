import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, connect, migrate } from '../../../server/src/db'
import { hoursSince, queueHealth } from '../../../server/src/features/operations/metrics'
import { taskStats } from '../../../server/src/features/operations/tasks'
import { SYSTEM_VIEWER } from '../../../server/src/kernel/viewer'
import { median, percentile, type Result } from '../result'
import { NOTHING, putHistory, putTasks } from '../tasks/fill-tasks'

const TASKS = 10_000
const FEW = 1_000
const MANY = 1_000_000
const DAY_MS = 86_400_000
const ASKED = 40

/** An empty place for the database of a row. */
export interface TaskPlace {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

/** Tasks that do nothing, from the first claim to the last end; with PostgreSQL by two processes. */
export async function taskSpeedRow(place: TaskPlace): Promise<Result> {
  mkdirSync(place.dataDir, { recursive: true })
  const connection = await connect(place)
  await migrate(connection)
  await putTasks(connection, TASKS)
  // A folder of SQLite belongs to one process: this one only fills it.
  if (connection.kind === 'sqlite') await connection.close()
  const workers = await Promise.all(Array.from({ length: place.databaseUrl ? 2 : 1 }, () => startProcess(place)))
  const began = performance.now()
  for (const worker of workers) worker.begin()
  const watching = place.databaseUrl ? connection.reader.run : await watchFile(place.dataDir)
  while ((await ended(watching)) < TASKS) await Bun.sleep(10)
  const seconds = (performance.now() - began) / 1000
  for (const worker of workers) await worker.stop()
  if (connection.kind === 'postgres') await connection.close()
  return {
    row: `tasks that do nothing, ${TASKS.toLocaleString('en')}${place.databaseUrl ? ', two workers' : ''}`,
    unit: 'tasks/s',
    figure: TASKS / seconds,
    target: { atLeast: place.databaseUrl ? 1_000 : 2_000 },
  }
}

type Ask = <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>

async function ended(ask: Ask): Promise<number> {
  const sql = `select count(*) as count from tasks where status = 'completed' and task_type = '${NOTHING}'`
  const [row] = await ask<{ count: number }>(sql, [])
  return row?.count ?? 0
}

/** Reads a database that another process writes. */
async function watchFile(dataDir: string): Promise<Ask> {
  const { Database } = await import('bun:sqlite')
  const file = new Database(join(dataDir, 'octavo.db'), { readonly: true })
  return async <Row>(sql: string) => file.query(sql).all() as Row[]
}

async function startProcess({ dataDir, databaseUrl }: TaskPlace) {
  const main = join(import.meta.dir, '../tasks/worker-main.ts')
  const command = [process.execPath, main, dataDir, ...(databaseUrl ? [databaseUrl] : [])]
  const child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  await child.stdout.getReader().read()
  return {
    begin: () => {
      child.stdin.write('begin\n')
      child.stdin.flush()
    },
    stop: async () => {
      child.kill()
      await child.exited
    },
  }
}

/** Queries of a long history must not take longer than those of a short one. */
export async function taskHistoryRows(place: TaskPlace): Promise<Result[]> {
  mkdirSync(place.dataDir, { recursive: true })
  const connection = await connect(place)
  try {
    await migrate(connection)
    await putHistory(connection, FEW)
    await tidy(connection)
    const before = await timeAll(connection)
    await putHistory(connection, MANY - FEW)
    const atOnce = await timeAll(connection)
    await tidy(connection)
    const after = await timeAll(connection)
    const row = (when: string) => (asked: Asked, at: number) => ({
      row: `${asked.name}, ${MANY.toLocaleString('en')} tasks have ended${when}`,
      unit: 's' as const,
      figure: median(asked.times) / 1000,
      aloneMs: median(asked.times),
      p95Ms: percentile(asked.times, 0.95),
      growth: median(asked.times) / median(before[at]?.times ?? []),
      target: { growth: 2 },
      note: `"at 2,000" is here: with ${FEW.toLocaleString('en')} ended tasks`,
    })
    return [...atOnce.map(row(', the last just now')), ...after.map(row(''))]
  } finally {
    await connection.close()
  }
}

/** As autovacuum does each minute: the history was generated in less. */
async function tidy(connection: Connection): Promise<void> {
  if (connection.kind === 'postgres') await connection.reader.run('vacuum analyze', [])
}

interface Asked {
  readonly name: string
  readonly times: readonly number[]
}

async function timeAll({ reader }: Connection): Promise<Asked[]> {
  const questions: Record<string, () => Promise<unknown>> = {
    'stats of tasks': () => taskStats(reader, SYSTEM_VIEWER),
    'metrics of tasks': () => Promise.all([hoursSince(reader, Date.now() - DAY_MS), queueHealth(reader)]),
  }
  const results = []
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = []
    for (let n = 0; n < ASKED; n++) {
      const began = performance.now()
      await ask()
      times.push(performance.now() - began)
    }
    results.push({ name, times })
  }
  return results
}
