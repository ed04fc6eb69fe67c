import { expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../tests/kit/client'
import type { Connection } from '../db'
import { forEachDatabase } from '../db/testing'
import { createLogger } from '../kernel/log'
import { enqueue } from './queue'
import type { Admission, TaskHandlers } from './queue.types'
import { MAX_LINES } from './task-log'
import { createTaskSignal } from './task-signal'
import { startWorker, type WorkerOptions } from './worker'

setDefaultTimeout(60_000)
const log = createLogger('silent')

forEachDatabase('a worker with many tasks', database => {
  const { write, reader } = {
    write: ((work: never) => database.connection.write(work)) as Connection['write'],
    reader: () => database.connection.reader,
  }
  const start = (handlers: TaskHandlers, more: Partial<WorkerOptions> = {}) => {
    const { connection } = database
    return startWorker({ connection, signal: createTaskSignal(connection.wakes), log, handlers, pollMs: 20, ...more })
  }
  const put = async (type: string, n: number, more: object = {}) =>
    (await write(tx => enqueue(tx, { type, payload: { n }, priority: 1, ...more }))).id
  const rows = (type: string) =>
    reader().query.selectFrom('tasks').selectAll().where('task_type', '=', type).orderBy('pk').execute()
  const allEnded = (type: string, status = 'completed') =>
    until(
      () => rows(type),
      found => found.every(row => row.status === status),
    )

  test('runs each of many short tasks once and counts the results', async () => {
    for (let n = 0; n < 300; n++) await put('short', n)
    const done: unknown[] = []
    const worker = await start({
      short: {
        run: async ({ task, processed }) => {
          done.push(task.payload.n)
          processed({ items: 2, bytes: 10 })
          processed({ bytes: 5 })
          return {}
        },
      },
    })
    await allEnded('short')
    await worker.stop()
    expect(done.length).toBe(300)
    expect(new Set(done).size).toBe(300)
    const runs = await reader().query.selectFrom('task_runs').selectAll().where('task_type', '=', 'short').execute()
    expect(runs.length).toBe(300)
    expect(new Set(runs.map(run => `${run.outcome} ${run.items} ${run.bytes}`))).toEqual(new Set(['succeeded 2 15']))
  })

  test('reserves a slot for light tasks, however many heavy ones wait', async () => {
    let heavy = 0
    let most = 0
    const gate = Promise.withResolvers<void>()
    for (let n = 0; n < 4; n++) await put('heavy', n, { priority: 9 })
    const worker = await start(
      {
        heavy: {
          weight: 'heavy',
          run: async () => {
            most = Math.max(most, ++heavy)
            await gate.promise
            heavy--
            return {}
          },
        },
        light: { run: async () => ({}) },
      },
      { slots: 3 },
    )
    await put('light', 1)
    await allEnded('light')
    expect(most).toBe(2)
    gate.resolve()
    await allEnded('heavy')
    await worker.stop()
    expect(most).toBe(2)
  })

  test('starts only what is admitted: nothing, what a person requested, or everything', async () => {
    let admission: Admission = 'none'
    let asked = 0
    const ids = [await put('admitted', 1), await put('admitted', 2, { requestedByPk: 1 })]
    const worker = await start(
      { admitted: { run: async () => ({}) } },
      {
        admission: async () => {
          asked++
          return admission
        },
      },
    )
    const ended = async () => (await rows('admitted')).filter(row => row.status === 'completed').map(row => row.id)
    const askedAgain = (times: number) =>
      until(
        async () => asked,
        now => now > times,
      )
    await askedAgain(3)
    expect(await ended()).toEqual([])
    admission = 'requested'
    await until(ended, done => done.length > 0)
    await askedAgain(asked + 3)
    expect(await ended()).toEqual([ids[1] as string])
    admission = 'all'
    await until(ended, done => done.length === 2)
    await worker.stop()
  })

  test('stores the log of a task up to a limit, and says so', async () => {
    const few = await put('notes', 3)
    const many = await put('notes', MAX_LINES + 50)
    const worker = await start({
      notes: {
        run: async ({ task, note }) => {
          for (let n = 1; n <= Number(task.payload.n); n++) note(n === 2 ? 'warn' : 'info', `line ${n}`)
          return {}
        },
      },
    })
    await allEnded('notes')
    await worker.stop()
    const lines = async (id: string) =>
      reader()
        .query.selectFrom('task_log')
        .innerJoin('tasks', 'tasks.pk', 'task_log.task_pk')
        .select(['task_log.level', 'task_log.message'])
        .where('tasks.id', '=', id)
        .orderBy('task_log.pk')
        .execute()
    expect(await lines(few)).toEqual([
      { level: 'info', message: 'line 1' },
      { level: 'warn', message: 'line 2' },
      { level: 'info', message: 'line 3' },
    ])
    const long = await lines(many)
    expect(long.length).toBe(MAX_LINES + 1)
    expect([long[MAX_LINES - 1]?.message, long[MAX_LINES]?.level]).toEqual([`line ${MAX_LINES}`, 'warn'])
  })

  test('shows log and progress while the task runs', async () => {
    const gate = Promise.withResolvers<void>()
    await put('talks', 1)
    const worker = await start({
      talks: {
        run: async ({ note }) => {
          note('info', 'half way')
          await gate.promise
          return {}
        },
      },
    })
    const said = () =>
      reader().query.selectFrom('task_log').select('message').where('message', '=', 'half way').execute()
    await until(said, lines => lines.length === 1)
    expect((await rows('talks'))[0]?.status).toBe('processing')
    gate.resolve()
    await allEnded('talks')
    await worker.stop()
    expect((await said()).length).toBe(1)
  })

  test('publishes each step of a task', async () => {
    const id = await put('steps', 1)
    const worker = await start({
      steps: {
        run: async ({ checkpoint }) => {
          await database.connection.write(tx => checkpoint(tx, { current: 1, total: 2, message: 'reading' }))
          return {}
        },
      },
    })
    await allEnded('steps')
    await worker.stop()
    const rowsOfEvents = await reader().query.selectFrom('events').select('happened').orderBy('pk').execute()
    const steps = rowsOfEvents
      .flatMap(row => JSON.parse(row.happened))
      .filter(one => one.channel === 'task' && one.event.taskId === id)
    // About no library, and nobody asked for it.
    const to = { askedByPk: null }
    expect(steps.map(step => [step.event.status, step.event.progress?.current, step.to])).toEqual([
      ['pending', undefined, to],
      ['running', undefined, to],
      ['running', 1, to],
      ['completed', undefined, to],
    ])
  })

  test('is not blocked by a task whose outcome cannot be stored', async () => {
    await put('stuck', 0)
    for (let n = 1; n <= 20; n++) await put('stuck', n)
    let tries = 0
    const worker = await start({
      stuck: {
        run: async () => ({}),
        ended: async (_tx, task) => {
          if (task.payload.n !== 0) return
          tries++
          throw new Error('no room for the end')
        },
      },
    })
    await until(
      () => rows('stuck'),
      found => found.filter(row => row.status === 'completed').length === 20,
    )
    await worker.stop()
    expect(tries).toBeGreaterThan(1)
    expect((await rows('stuck')).find(row => row.payload === '{"n":0}')?.status).not.toBe('completed')
  })

  test('continues after the database was unavailable, without losing an outcome', async () => {
    const { connection } = database
    let away = false
    let refused = 0
    const refuse = () => {
      refused++
      return Promise.reject(new Error('the database is away'))
    }
    const broken: Connection = {
      ...connection,
      write: work => (away ? refuse() : connection.write(work)),
      reader: {
        ...connection.reader,
        run: (sql, values) => (away ? refuse() : connection.reader.run(sql, values)),
      },
      ping: () => (away ? refuse() : connection.ping()),
    }
    const running = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    await put('outage', 1)
    await put('outage', 2)
    let runs = 0
    const worker = await start(
      {
        outage: {
          run: async () => {
            runs++
            running.resolve()
            await gate.promise
            return {}
          },
        },
      },
      { connection: broken, slots: 1 },
    )
    await running.promise
    away = true
    gate.resolve()
    await until(
      async () => refused,
      times => times > 6,
    )
    expect((await rows('outage')).map(row => row.status)).toEqual(['processing', 'pending'])
    away = false
    await allEnded('outage')
    await worker.stop()
    expect(runs).toBe(2)
  })
})
