import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, migrate, type Reader } from '../../../db'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { enqueue, hasDueTask } from '../../../platform/queue'
import { hasExhausted } from '../../../platform/queue-finish'
import { cancelTask } from '../../../platform/queue-steer'
import { endTask, takeTask } from '../../../platform/testing'
import { hoursSince, queueHealth } from '../metrics'
import { taskCounts } from './task-counts.queries'
import { taskRows } from './tasks.queries'

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-task-plan-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** A database with statistics of a million tasks, nearly all ended. */
async function openLongHistory() {
  const small = await connect({ databaseUrl: null, dataDir })
  await migrate(small)
  await small.write(async tx => {
    for (let n = 0; n < 60; n++) {
      const { id } = await enqueue(tx, { type: `type-${n % 3}`, payload: { n }, priority: n % 5 })
      if (n % 4 === 0) await cancelTask(tx, id)
    }
    for (let n = 0; n < 30; n++) {
      const task = await takeTask(tx, ['type-0', 'type-1', 'type-2'])
      if (task && n < 28) await endTask(tx, task, { status: 'completed', result: {} })
    }
    await tx.run('analyze', [])
    // The whole table and its full indexes; the partial ones cover open tasks only.
    await tx.run(
      "update sqlite_stat1 set stat = '1000000' || substr(stat, instr(stat, ' ')) where tbl = 'tasks' and " +
        "(idx is null or idx not in ('tasks_to_claim', 'tasks_waiting', 'tasks_leased'))",
      [],
    )
  })
  await small.close()
  return connect({ databaseUrl: null, dataDir })
}

test('no query about tasks reads ended ones', async () => {
  const connection = await openLongHistory()
  const plans = new Map<string, string[]>()
  const explain = async (sql: string, values: readonly unknown[]) => {
    const steps = await connection.reader.run<{ detail: string }>(`explain query plan ${sql}`, values)
    plans.set(
      sql,
      steps.map(step => step.detail),
    )
  }
  const { query } = connection.reader
  const explaining: Reader = {
    ...connection.reader,
    // `sql` templates and built queries go to the executor, compiled ones to `run`: both are checked.
    query: new Proxy(query, {
      get(target, name) {
        const found = Reflect.get(target, name)
        if (name !== 'getExecutor') return typeof found === 'function' ? found.bind(target) : found
        return () => {
          const executor = target.getExecutor()
          return new Proxy(executor, {
            get(inner, method) {
              const value = Reflect.get(inner, method)
              if (method !== 'executeQuery') return typeof value === 'function' ? value.bind(inner) : value
              return async (compiled: { sql: string; parameters: unknown[] }) => {
                await explain(compiled.sql, compiled.parameters)
                return value.call(inner, compiled)
              }
            },
          })
        }
      },
    }),
    run: async <Row>(sql: string, values: readonly unknown[]) => {
      await explain(sql, values)
      return connection.reader.run<Row>(sql, values)
    },
  }
  const counts = await taskCounts(explaining, SYSTEM_VIEWER)
  expect(counts.reduce((sum, { count, status }) => sum + (status === 'stale' ? 0 : count), 0)).toBe(60)
  await queueHealth(explaining)
  await hoursSince(explaining, Date.now() - 86_400_000)
  await hasDueTask(explaining, { types: ['type-0', 'type-1'] })
  await hasExhausted(explaining, ['type-0', 'type-1'])
  const page = { limit: 50, offset: 0 }
  await taskRows(explaining, SYSTEM_VIEWER, page)
  await taskRows(explaining, SYSTEM_VIEWER, { ...page, status: 'failed' })
  await taskRows(explaining, SYSTEM_VIEWER, { ...page, status: 'ended' })
  await taskRows(explaining, SYSTEM_VIEWER, { ...page, taskType: 'type-1' })
  await taskRows(explaining, SYSTEM_VIEWER, { ...page, status: 'completed', taskType: 'type-1' })
  await taskRows(explaining, SYSTEM_VIEWER, { ...page, libraryId: '00000000-0000-4000-8000-000000000000' })
  await connection.close()
  expect(plans.size).toBeGreaterThanOrEqual(11)
  for (const [sql, steps] of plans) {
    const whole = steps.filter(
      step => /^SCAN tasks( |$)/.test(step) && !/INDEX tasks_(to_claim|leased|waiting)/.test(step),
    )
    // The newest tasks are read from the end of the table, at most one page.
    const isPage = sql.includes('with "page"') && !steps.some(step => step.includes('TEMP B-TREE'))
    expect([sql, isPage ? [] : whole]).toEqual([sql, []])
  }
})
