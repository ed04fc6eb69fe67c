import { expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { enqueue } from '../../../platform/queue'
import { requestCancel } from '../../../platform/queue-steer'
import { endTask, takeTask } from '../../../platform/testing'
import { taskStats } from './task-stats'

setDefaultTimeout(60_000)

forEachDatabase('task statistics', database => {
  test('are all zero without tasks', async () => {
    const none = { pending: 0, processing: 0, completed: 0, failed: 0, stale: 0, total: 0 }
    expect(await taskStats(database.connection.reader)).toEqual({ ...none, byType: {} })
  })

  test('count by type and state, and workers whose lease has expired', async () => {
    const { write, reader } = database.connection
    const put = (type: string, n: number) => write(tx => enqueue(tx, { type, payload: { n }, priority: 1 }))
    const take = (type: string, leaseMs: number) => write(tx => takeTask(tx, [type], leaseMs))
    for (const n of [1, 2, 3, 4]) await put('scan_library', n)
    await take('scan_library', -1000)
    const running = await put('analyze_book', 1)
    const done = await take('analyze_book', 60_000)
    if (done) await write(tx => endTask(tx, done, { status: 'completed', result: {} }))
    await put('analyze_book', 2)
    const failed = await take('analyze_book', 60_000)
    if (failed) await write(tx => endTask(tx, failed, { status: 'failed', error: 'no' }))
    await put('analyze_book', 3)
    await take('analyze_book', 60_000)
    const { id } = await put('analyze_book', 4)
    await write(tx => requestCancel(tx, id))
    expect(running.isNew).toBe(true)
    expect(await taskStats(reader)).toEqual({
      pending: 3,
      processing: 2,
      completed: 1,
      failed: 1,
      stale: 1,
      total: 8,
      byType: {
        analyze_book: { pending: 0, processing: 1, completed: 1, failed: 1, stale: 0, total: 4 },
        scan_library: { pending: 3, processing: 1, completed: 0, failed: 0, stale: 1, total: 4 },
      },
    })
  })
})
