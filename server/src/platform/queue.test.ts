import { expect, test } from 'bun:test'
import { forEachDatabase } from '../db/testing'
import { claim, enqueue, expireLeases, hasDueTask, renew } from './queue'
import type { ClaimedTask } from './queue.types'
import { type AttemptEnd, failExhausted, hasExhausted, retryDelayMs } from './queue-finish'
import { requestCancel } from './queue-steer'
import { createTaskNotes } from './task-log'
import { endTask, takeTask } from './testing'

test('each retry waits twice as long as the one before', () => {
  expect([1, 2].map(retryDelayMs)).toEqual([120_000, 240_000])
})

forEachDatabase('the task queue', database => {
  const write: typeof database.connection.write = work => database.connection.write(work)
  const put = (type: string, more: { payload?: object; sameBy?: Record<string, unknown>; priority?: number } = {}) =>
    write(tx => enqueue(tx, { priority: 100, ...more, type, payload: { ...more.payload } }))
  const take = (type: string, leaseMs = 60_000) => write(tx => takeTask(tx, [type], leaseMs))
  const end = (task: ClaimedTask, as: AttemptEnd) => write(tx => endTask(tx, task, as))
  const row = (id: string) =>
    database.connection.reader.query.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('claims the most urgent task first, then the oldest, and none twice', async () => {
    const low = await put('order', { payload: { n: 1 }, priority: 1 })
    const high = await put('order', { payload: { n: 2 }, priority: 9 })
    const alsoLow = await put('order', { payload: { n: 3 }, priority: 1 })
    const taken = [await take('order'), await take('order'), await take('order'), await take('order')]
    expect(taken.map(task => task?.id)).toEqual([high.id, low.id, alsoLow.id, undefined])
    expect(taken[0]).toMatchObject({ payload: { n: 2 }, attempt: 1 })
  })

  test('enqueues an equal task only once while it is pending or running, whatever the order of its keys', async () => {
    const first = await put('same', { payload: { a: 1, b: { c: 2, d: 3 } } })
    const again = await put('same', { payload: { b: { d: 3, c: 2 }, a: 1 } })
    expect(again).toEqual({ id: first.id, isNew: false })
    expect((await put('same', { payload: { a: 2 } })).isNew).toBe(true)
    const running = await take('same')
    expect((await put('same', { payload: { a: 1, b: { c: 2, d: 3 } } })).isNew).toBe(false)
    if (running) await end(running, { status: 'completed', result: {} })
    expect((await put('same', { payload: { a: 1, b: { c: 2, d: 3 } } })).isNew).toBe(true)
  })

  test('stores outcome and log whatever characters a file name or an error contains', async () => {
    const cut = `${'x'.repeat(3999)}😀`
    for (const [n, error] of [cut, 'half \ud83d of one', 'a NUL \0 inside'].entries()) {
      const { id } = await put('characters', { payload: { n } })
      const task = await take('characters')
      if (!task) throw new Error('not claimed')
      const notes = createTaskNotes(task.pk)
      notes.add('error', `${error.slice(2000)}${error}`)
      await write(tx => notes.write(tx))
      expect(await end(task, { status: 'failed', error })).toBe(true)
      expect(await row(id)).toMatchObject({
        status: 'failed',
        last_error: error.slice(0, 4000).toWellFormed().replace('\0', '\ufffd'),
      })
    }
  })

  test('treats tasks with the same key as equal', async () => {
    const first = await put('same-by', { payload: { library: 1, mode: 'normal' }, sameBy: { library: 1 } })
    expect(await put('same-by', { payload: { library: 1, mode: 'deep' }, sameBy: { library: 1 } })).toEqual({
      id: first.id,
      isNew: false,
    })
  })

  test('enqueues one task for many concurrent requests', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => put('race', { payload: { n: 1 } })))
    expect(new Set(all.map(one => one.id)).size).toBe(1)
    expect(all.filter(one => one.isNew)).toHaveLength(1)
  })

  test('gives a task to another worker when its lease expires, and refuses late results of the first', async () => {
    const { id } = await put('lease')
    const first = await take('lease', -1)
    const second = await take('lease')
    if (!first || !second) throw new Error('not claimed')
    expect([first.id, second.id, second.attempt]).toEqual([id, id, 2])
    expect(await write(tx => renew(tx, first, 1000))).toEqual({ held: false, cancelRequested: false })
    expect(await end(first, { status: 'completed', result: { late: true } })).toBe(false)
    expect(await end(first, { status: 'failed', error: 'late' })).toBe(false)
    expect(await end(first, { status: 'later', error: 'late' })).toBe(false)
    expect(await end(first, { status: 'released' })).toBe(false)
    expect(await write(tx => renew(tx, second, 60_000, { current: 3, total: 9, message: 'on it' }))).toEqual({
      held: true,
      cancelRequested: false,
    })
    expect(await row(id)).toMatchObject({ status: 'processing', progress_current: 3, progress_total: 9 })
    expect(await end(second, { status: 'completed', result: { done: 1 } })).toBe(true)
    expect(await row(id)).toMatchObject({ status: 'completed', result: '{"done":1}', locked_by: null })
  })

  test('retries a failed task later', async () => {
    const { id } = await put('retry')
    const task = await take('retry')
    if (!task) throw new Error('not claimed')
    await end(task, { status: 'later', error: 'the disk was away' })
    const { scheduled_for, created_at, ...rest } = await row(id)
    expect(rest).toMatchObject({ status: 'pending', last_error: 'the disk was away', attempt: 1, lease_until: null })
    expect(scheduled_for - created_at).toBeGreaterThanOrEqual(retryDelayMs(1))
    expect(await take('retry')).toBeNull()
    expect(await hasDueTask(database.connection.reader, { types: ['retry'] })).toBe(false)
  })

  test('does not count the attempt of a worker that stops, but never reuses its number', async () => {
    await put('release')
    for (const attempt of [1, 2, 3, 4]) {
      const task = await take('release')
      expect(task?.attempt).toBe(attempt)
      if (task) await end(task, { status: 'released' })
    }
  })

  test('fails a task whose last attempt ended without a result', async () => {
    const { id } = await put('poison')
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await take('poison'))?.attempt).toBe(attempt)
      await write(expireLeases)
    }
    expect(await take('poison')).toBeNull()
    expect(await hasExhausted(database.connection.reader, ['poison'])).toBe(true)
    expect((await write(tx => failExhausted(tx, ['poison'], 'it died'))).map(task => task.id)).toEqual([id])
    expect(await row(id)).toMatchObject({ status: 'failed', last_error: 'it died' })
  })

  test('does not count attempts on tasks that a dead worker had claimed but not started', async () => {
    const { id } = await put('ahead')
    const ahead = (leaseMs = 60_000) =>
      write(tx => claim(tx, { worker: 'w', types: ['ahead'], leaseMs, limit: 9, ahead: true }))
    const counts = async () => {
      const { attempt, max_attempts, forgiven_attempts, status } = await row(id)
      return [attempt - forgiven_attempts, max_attempts - forgiven_attempts, status]
    }
    expect((await ahead()).map(task => task.attempt)).toEqual([1])
    await write(expireLeases)
    // It may have crashed the process: from now on it begins at once.
    expect(await ahead()).toEqual([])
    const second = await take('ahead')
    expect(second).toMatchObject({ id, attempt: 2, tries: 1 })
    expect(await counts()).toEqual([1, 3, 'processing'])
    for (const attempt of [3, 4]) {
      await write(expireLeases)
      expect((await take('ahead'))?.attempt).toBe(attempt)
    }
    await write(expireLeases)
    expect([await take('ahead'), await counts()]).toEqual([null, [3, 3, 'processing']])
    expect((await write(tx => failExhausted(tx, ['ahead'], 'it died'))).map(task => task.id)).toEqual([id])
  })

  test('counts an attempt that was started, and retries a last attempt that was only claimed', async () => {
    const { id } = await put('begun')
    const types = ['begun']
    const [first] = await write(tx => claim(tx, { worker: 'w', types, leaseMs: 60_000, ahead: true }))
    await write(tx => renew(tx, first as ClaimedTask, 60_000))
    await write(expireLeases)
    expect((await take('begun'))?.tries).toBe(2)
    await database.connection.write(tx =>
      tx.query.updateTable('tasks').set({ status: 'pending', lease_until: null }).where('id', '=', id).execute(),
    )
    const [last] = await write(tx => claim(tx, { worker: 'w', types, leaseMs: 60_000, ahead: true }))
    expect(last?.tries).toBe(3)
    await write(expireLeases)
    expect(await hasExhausted(database.connection.reader, types)).toBe(false)
    expect(await write(tx => failExhausted(tx, types, 'it died'))).toEqual([])
    expect(await hasDueTask(database.connection.reader, { types })).toBe(true)
    expect((await take('begun'))?.tries).toBe(3)
    await write(expireLeases)
    expect(await hasExhausted(database.connection.reader, types)).toBe(true)
  })

  test('cancels a pending task at once, asks a running one to stop, and leaves an ended one alone', async () => {
    const waiting = await put('cancel', { payload: { n: 1 } })
    expect(await write(tx => requestCancel(tx, waiting.id))).toBe('cancelled')
    expect(await row(waiting.id)).toMatchObject({ status: 'cancelled' })
    const running = await put('cancel', { payload: { n: 2 } })
    const task = await take('cancel')
    if (!task) throw new Error('not claimed')
    expect(await write(tx => requestCancel(tx, running.id))).toBe('asked')
    expect(await write(tx => renew(tx, task, 1000))).toEqual({ held: true, cancelRequested: true })
    expect(await end(task, { status: 'cancelled' })).toBe(true)
    expect(await write(tx => requestCancel(tx, running.id))).toBeNull()
  })
})
