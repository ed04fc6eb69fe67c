import { expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import { type AttemptEnd, finishAttempts } from '../../../platform/queue-finish'
import { deleteEnded } from '../../../platform/queue-prune'
import { cancelTask, putBack } from '../../../platform/queue-steer'
import { takeTask } from '../../../platform/testing'
import { taskStats } from '../tasks'
import { hoursSince, queueHealth } from './metrics.queries'
import { deleteMetrics, rollUp } from './metrics.store'
import { HOUR_MS } from './sums.rules'
import { historyView, metricsView } from './task-metrics.view'

setDefaultTimeout(120_000)

forEachDatabase('metrics of tasks', database => {
  const write: typeof database.connection.write = work => database.connection.write(work)
  const reader = () => database.connection.reader
  let numbers = 0

  async function run(type: string, end: AttemptEnd, durationMs = 10, work: { items?: number; bytes?: number } = {}) {
    await write(tx => enqueue(tx, { type, payload: { n: numbers++ }, priority: 1 }))
    const task = await write(tx => takeTask(tx, [type]))
    if (!task) throw new Error('nothing to take')
    await write(tx => finishAttempts(tx, [{ task, end, durationMs, ...work }]))
    return task
  }

  async function view(type?: string) {
    const now = Date.now()
    const hours = await hoursSince(reader(), now - 24 * HOUR_MS, { type })
    return metricsView(hours, await queueHealth(reader()), { now, retention: '30', showsErrors: true })
  }

  const done: AttemptEnd = { status: 'completed', result: {} }

  test('are the same before and after runs are summed up', async () => {
    await run('sums', done, 100, { items: 30, bytes: 5_000 })
    await run('sums', done, 300)
    await run('sums', { status: 'later', error: 'the first' }, 50)
    await run('sums', { status: 'failed', error: 'the last' }, 150)
    await run('sums', { status: 'cancelled' }, 9_999)
    await run('sums', { status: 'released' }, 9_999)
    const expected = {
      taskType: 'sums',
      executed: 4,
      succeeded: 2,
      failed: 2,
      retried: 1,
      avgDurationMs: 150,
      minDurationMs: 50,
      maxDurationMs: 300,
      p50DurationMs: 100,
      p95DurationMs: 300,
      itemsProcessed: 31,
      bytesProcessed: 5_000,
      // 31 items in 600 ms of work.
      throughputPerSec: 31_000 / 600,
      errorRatePct: 50,
      lastError: 'the last',
    }
    const before = await view('sums')
    expect(before.byType).toEqual([expect.objectContaining(expected)])
    expect(before.summary).toMatchObject({ totalExecuted: 4, totalSucceeded: 2, totalFailed: 2, avgDurationMs: 150 })
    expect(await write(tx => rollUp(tx, 2))).toBe(2)
    const half = await view('sums')
    expect(half.byType).toEqual(before.byType)
    while ((await write(tx => rollUp(tx, 2))) > 0);
    const after = await view('sums')
    expect(after.byType).toEqual(before.byType)
    expect(after.summary.tasksPerMinute).toBe(4 / 10)
    const [point] = historyView(await hoursSince(reader(), Date.now() - HOUR_MS, { type: 'sums' }), 'hour', 'sums')
    expect(point).toMatchObject({ taskType: 'sums', count: 4, succeeded: 2, failed: 2, itemsProcessed: 31 })
  })

  test('count every run once when two processes sum up at the same time', async () => {
    for (let n = 0; n < 40; n++) await run('twice', done, n)
    const parts = await Promise.all(Array.from({ length: 8 }, () => write(tx => rollUp(tx, 7))))
    expect(parts.every(part => part <= 7)).toBe(true)
    while ((await write(tx => rollUp(tx, 7))) > 0);
    expect((await view('twice')).byType).toEqual([
      expect.objectContaining({ executed: 40, avgDurationMs: 19.5, p50DurationMs: 19, p95DurationMs: 37 }),
    ])
  })

  test('and counts of tasks are right after 2,000 random outcomes', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const types = ['random-a', 'random-b', 'random-c']
    const truth = { executed: 0, succeeded: 0, failed: 0, retried: 0, items: 0 }
    const durations: number[] = []
    const ids: string[] = []
    for (let round = 0; round < 40; round++) {
      await write(async tx => {
        for (let n = 0; n < 50; n++) {
          const { id } = await enqueue(tx, { type: types[random(3)] as string, payload: { n: numbers++ }, priority: 1 })
          ids.push(id)
          if (random(10) === 0) {
            await cancelTask(tx, id)
            continue
          }
          const task = await takeTask(tx, types)
          if (!task) continue
          const ends: AttemptEnd[] = [
            done,
            done,
            { status: 'failed', error: 'no' },
            { status: 'later', error: 'not yet' },
            { status: 'cancelled' },
            { status: 'released' },
          ]
          const end = ends[random(ends.length)] as AttemptEnd
          const durationMs = random(200)
          await finishAttempts(tx, [{ task, end, durationMs, items: 2 }])
          if (end.status === 'cancelled' || end.status === 'released') continue
          truth.executed++
          truth.items += 2
          durations.push(durationMs)
          if (end.status === 'completed') truth.succeeded++
          else truth.failed++
          if (end.status === 'later') truth.retried++
        }
      })
      if (random(3) === 0) await write(tx => rollUp(tx, 100))
      if (random(5) === 0)
        await write(tx => deleteEnded(tx, { status: 'completed', before: Date.now() + 1e6, limit: 9 }))
      if (random(2) === 0) {
        const from = ['completed', 'failed', 'cancelled', 'pending', 'processing']
        const put = write(tx => putBack(tx, ids[random(ids.length)] as string, { from, byPk: null }))
        await put.catch(() => undefined)
      }
    }
    const { byType, summary } = await view()
    const random3 = byType.filter(type => types.includes(type.taskType))
    const sum = (field: 'executed' | 'succeeded' | 'failed' | 'retried' | 'itemsProcessed') =>
      random3.reduce((all, type) => all + type[field], 0)
    expect({
      executed: sum('executed'),
      succeeded: sum('succeeded'),
      failed: sum('failed'),
      retried: sum('retried'),
      items: sum('itemsProcessed'),
    }).toEqual(truth)
    expect(summary.totalExecuted).toBeGreaterThanOrEqual(truth.executed)
    await countsAreTrue()
    while ((await write(tx => rollUp(tx, 1_000))) > 0);
    await countsAreTrue()
  })

  async function countsAreTrue() {
    const rows = await reader()
      .query.selectFrom('tasks')
      .select(eb => ['task_type', 'status', eb.fn.countAll<number>().as('count')])
      .groupBy(['task_type', 'status'])
      .execute()
    const { byType, ...total } = await taskStats(reader(), SYSTEM_VIEWER)
    const count = (status: string, type?: string) =>
      rows
        .filter(row => row.status === status && (type === undefined || row.task_type === type))
        .reduce((all, row) => all + Number(row.count), 0)
    for (const status of ['pending', 'processing', 'completed', 'failed'] as const) {
      expect([status, total[status]]).toEqual([status, count(status)])
      for (const [type, counts] of Object.entries(byType)) {
        expect([type, status, counts[status]]).toEqual([type, status, count(status, type)])
      }
    }
    expect(total.total).toBe(rows.reduce((all, row) => all + Number(row.count), 0))
  }

  test('can be deleted without changing the counts of tasks', async () => {
    const before = await taskStats(reader(), SYSTEM_VIEWER)
    await run('forgotten', done)
    await write(async tx => {
      while ((await rollUp(tx, 1_000)) > 0);
      expect(await deleteMetrics(tx)).toBeGreaterThan(0)
    })
    expect((await view()).byType).toEqual([])
    expect((await taskStats(reader(), SYSTEM_VIEWER)).completed).toBe(before.completed + 1)
  })

  test('of expired hours are deleted, and no others', async () => {
    await run('old', done)
    await write(tx => rollUp(tx, 10))
    expect(await write(tx => deleteMetrics(tx, Date.now() - 2 * HOUR_MS))).toBe(0)
    expect(await write(tx => deleteMetrics(tx, Date.now() + HOUR_MS))).toBe(1)
  })
})
