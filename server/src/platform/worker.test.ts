import { expect, test } from 'bun:test'
import { DatabaseFault } from '../db'
import { forEachDatabase } from '../db/testing'
import { AppError } from '../kernel/app-error'
import { createLogger } from '../kernel/log'
import { enqueue, expireLeases } from './queue'
import { type TaskEnd, type TaskHandler, TaskStopped } from './queue.types'
import { retryDelayMs } from './queue-finish'
import { requestCancel } from './queue-steer'
import { createTaskSignal } from './task-signal'
import { startWorker } from './worker'

const log = createLogger('silent')

forEachDatabase('a worker', database => {
  async function runOne(type: string, handler: TaskHandler, meanwhile?: (id: string) => Promise<void>) {
    const { connection } = database
    const signal = createTaskSignal(connection.wakes)
    const ended = Promise.withResolvers<TaskEnd>()
    const worker = await startWorker({
      connection,
      signal,
      log,
      pollMs: 1_000,
      handlers: { [type]: { run: handler.run, ended: async (_tx, _task, end) => ended.resolve(end) } },
    })
    const { id } = await connection.write(tx => enqueue(tx, { type, payload: {}, priority: 1 }))
    signal.notify()
    await meanwhile?.(id)
    const end = await ended.promise
    await worker.stop()
    const row = await connection.reader.query.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
    return { end, row }
  }

  const untilStopped = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  test('runs a task and stores its result', async () => {
    const { end, row } = await runOne('good', {
      run: async ({ checkpoint }) => {
        await database.connection.write(tx => checkpoint(tx, { current: 1, total: 2 }))
        return { books: 7 }
      },
    })
    expect(end).toEqual({ status: 'completed', result: { books: 7 } })
    expect(row).toMatchObject({ status: 'completed', result: '{"books":7}', progress_current: 1, attempt: 1 })
  })

  test('does not retry after an AppError', async () => {
    const { end, row } = await runOne('refused', {
      run: async () => {
        throw new AppError('NotFound', 'Library not found')
      },
    })
    expect(end).toEqual({ status: 'failed', error: 'Library not found', facts: { code: 'NotFound' } })
    expect(row).toMatchObject({
      status: 'failed',
      last_error: 'Library not found',
      error_facts: '{"code":"NotFound"}',
    })
  })

  test('retries within seconds after a conflict of transactions', async () => {
    let tries = 0
    const { end, row } = await runOne('met', {
      run: async () => {
        if (++tries === 1) throw new DatabaseFault('conflict', { code: '40P01' })
        return { tries }
      },
    })
    expect(end).toEqual({ status: 'completed', result: { tries: 2 } })
    expect(row).toMatchObject({ status: 'completed', attempt: 2 })
    expect(row?.scheduled_for ?? Infinity).toBeLessThan((row?.created_at ?? 0) + retryDelayMs(1))
  })

  test('stops a handler whose task is cancelled', async () => {
    const running = Promise.withResolvers<void>()
    const { end, row } = await runOne(
      'cancelled',
      {
        run: ({ signal }) => {
          running.resolve()
          return untilStopped(signal)
        },
      },
      async id => {
        await running.promise
        await database.connection.write(tx => requestCancel(tx, id))
      },
    )
    expect(end).toEqual({ status: 'cancelled' })
    expect(row?.status).toBe('cancelled')
  })

  test('refuses writes of a task that another worker has taken over', async () => {
    const { connection } = database
    const signal = createTaskSignal(connection.wakes)
    const first = Promise.withResolvers<unknown>()
    const handler: TaskHandler = {
      run: async ({ task, checkpoint }) => {
        if (task.attempt > 1) return {}
        await connection.write(expireLeases)
        signal.notify()
        while ((await statusOf(task.id))?.status === 'processing') await Bun.sleep(5)
        const effect = connection.write(async tx => {
          await checkpoint(tx)
          await tx.query.updateTable('tasks').set({ last_error: 'late effect' }).where('pk', '=', task.pk).execute()
        })
        first.resolve(await effect.catch((error: unknown) => error))
        throw new Error('over')
      },
    }
    const statusOf = (id: string) =>
      connection.reader.query.selectFrom('tasks').select('status').where('id', '=', id).executeTakeFirst()
    const worker = await startWorker({ connection, signal, log, handlers: { zombie: handler } })
    const { id } = await connection.write(tx => enqueue(tx, { type: 'zombie', payload: {}, priority: 1 }))
    signal.notify()
    expect(await first.promise).toEqual(new TaskStopped('lost'))
    await worker.stop()
    const row = await connection.reader.query.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ status: 'completed', attempt: 2, last_error: null })
  })

  test('continues its tasks after a pause that is longer than their lease', async () => {
    const { connection } = database
    const signal = createTaskSignal(connection.wakes)
    const ended = Promise.withResolvers<TaskEnd>()
    const leaseMs = 1000
    const handler: TaskHandler = {
      run: async ({ task, checkpoint }) => {
        for (let pause = 0; pause < 3; pause++) {
          signal.notify()
          // The whole process stands still, also while a lease is being renewed.
          Bun.sleepSync(2 * leaseMs)
          await Bun.sleep(leaseMs / 2)
        }
        await connection.write(tx => checkpoint(tx))
        return { attempt: task.attempt }
      },
      ended: async (_tx, _task, end) => ended.resolve(end),
    }
    const worker = await startWorker({ connection, signal, log, leaseMs, handlers: { slept: handler } })
    await connection.write(tx => enqueue(tx, { type: 'slept', payload: {}, priority: 1 }))
    signal.notify()
    expect(await ended.promise).toEqual({ status: 'completed', result: { attempt: 1 } })
    await worker.stop()
  })

  test('returns a task when it stops, and the next worker runs it', async () => {
    const { connection } = database
    const signal = createTaskSignal(connection.wakes)
    const running = Promise.withResolvers<void>()
    const handler: TaskHandler = {
      run: ({ signal, task }) => {
        if (task.attempt > 1) return Promise.resolve({ attempt: task.attempt })
        running.resolve()
        return untilStopped(signal)
      },
    }
    const first = await startWorker({ connection, signal, log, handlers: { resumed: handler } })
    await connection.write(tx => enqueue(tx, { type: 'resumed', payload: {}, priority: 1 }))
    signal.notify()
    await running.promise
    await first.stop()
    const ended = Promise.withResolvers<TaskEnd>()
    const second = await startWorker({
      connection,
      signal,
      log,
      handlers: { resumed: { ...handler, ended: async (_tx, _task, end) => ended.resolve(end) } },
    })
    expect(await ended.promise).toEqual({ status: 'completed', result: { attempt: 2 } })
    await second.stop()
  })
})
