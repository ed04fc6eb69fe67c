import { expect, setDefaultTimeout, test } from 'bun:test'
import type { CreateTaskRequest } from '@octavo/contract/task'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { createLogger } from '../../../kernel/log'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { startPruning } from '../../../platform/pruning'
import { enqueue } from '../../../platform/queue'
import type { AttemptEnd } from '../../../platform/queue-finish'
import { createLiveSettings } from '../../../platform/settings'
import { createTaskSignal } from '../../../platform/task-signal'
import { endTask, takeTask } from '../../../platform/testing'
import { taskAdmission } from './admission'
import { createTask } from './create-task'
import { purgeTasks } from './delete-tasks'
import { pageOfTasks } from './page-tasks'
import { pruneTasks } from './prune-tasks'
import { cancel } from './steer-task'
import { taskStats } from './task-stats'
import { findTask, taskLog } from './tasks.queries'

const DAY = 86_400_000
const OTHER = 2
setDefaultTimeout(60_000)

forEachDatabase('tasks', database => {
  const write: typeof database.connection.write = work => database.connection.write(work)
  const reader = () => database.connection.reader

  async function place(name: string) {
    const libraryId = newId()
    const [seriesId, bookId] = [newId(), newId()]
    const libraryPk = await write(async tx => {
      const pk = await insertLibrary(tx, name, { id: libraryId })
      const seriesPk = await insertSeries(tx, pk, `${name} series`, { id: seriesId })
      await insertBook(tx, { libraryPk: pk, seriesPk }, `${name} book`, { id: bookId })
      return pk
    })
    const viewer: Viewer = { ...SYSTEM_VIEWER, userPk: 1, visibility: { kind: 'libraries', libraryPks: [libraryPk] } }
    return { libraryId, libraryPk, seriesId, bookId, viewer }
  }
  const put = async (type: string, payload: object, requestedByPk?: number) =>
    (
      await write(tx =>
        enqueue(tx, { type, payload: { ...payload }, priority: 1, ...(requestedByPk && { requestedByPk }) }),
      )
    ).id
  const deps = () => ({
    reader: reader(),
    write,
    signal: createTaskSignal(database.connection.wakes),
    now: Date.now,
    handlers: {
      analyze_book: { run: async () => ({}) },
      generate_thumbnails: { run: async () => ({}), narrowsToLibraries: true } as const,
    },
  })
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )

  test('of a library, its series and its books are hidden without access to it', async () => {
    const [mine, theirs] = [await place('Mine'), await place('Theirs')]
    const hidden = [
      await put('see', { libraryId: theirs.libraryId }),
      await put('see', { seriesId: theirs.seriesId }),
      await put('see', { bookId: theirs.bookId }),
      // Without a subject it may be about anything.
      await put('see', { name: 'Theirs' }),
      await put('see', { name: 'Of another person' }, OTHER),
    ]
    const seen = [
      await put('see', { libraryId: mine.libraryId }),
      await put('see', { bookId: mine.bookId }),
      await put('see', { all: true }, mine.viewer.userPk),
    ]
    const page = { page: 1, pageSize: 50, taskType: 'see' }
    const everything = await pageOfTasks(reader(), SYSTEM_VIEWER, page)
    expect([everything.total, everything.rows.map(row => row.id)]).toEqual([8, [...hidden, ...seen].reverse()])
    const mineOnly = await pageOfTasks(reader(), mine.viewer, page)
    expect([mineOnly.total, mineOnly.rows.map(row => row.id)]).toEqual([3, [...seen].reverse()])
    expect(mineOnly.rows.map(row => [row.library_name, row.book_title])).toEqual([
      [null, null],
      ['Mine', 'Mine book'],
      ['Mine', null],
    ])
    const ofTheirs = { ...page, libraryId: theirs.libraryId }
    expect(await pageOfTasks(reader(), mine.viewer, ofTheirs)).toEqual({ rows: [], total: 0 })
    expect((await pageOfTasks(reader(), SYSTEM_VIEWER, ofTheirs)).total).toBe(3)
    expect((await taskStats(reader(), mine.viewer)).byType.see).toMatchObject({ pending: 3, total: 3 })
    for (const id of hidden) {
      expect(await code(findTask(reader(), mine.viewer, id))).toBe('NotFound')
      expect(await code(cancel(deps(), mine.viewer, id))).toBe('NotFound')
      expect(await taskLog(reader(), mine.viewer, id)).toEqual([])
    }
    const ask = (taskType: CreateTaskRequest['taskType']) =>
      code(createTask(deps(), mine.viewer, { taskType, priority: null, scheduledFor: null }))
    expect(await ask({ type: 'analyze_book', bookId: theirs.bookId, force: false })).toBe('NotFound')
    expect(await ask({ type: 'generate_thumbnails', bookIds: [mine.bookId, theirs.bookId], force: false })).toBe(
      'NotFound',
    )
    expect(await ask({ type: 'generate_thumbnails', seriesIds: [theirs.seriesId], force: false })).toBe('NotFound')
    expect(await ask({ type: 'analyze_book', bookId: mine.bookId.toUpperCase(), force: false })).toBe('done')
    expect(await ask({ type: 'find_duplicates' })).toBe('BadRequest')
    // A task without a subject covers everything visible to the person.
    expect(await ask({ type: 'generate_thumbnails', force: false })).toBe('done')
    const [wide] = (await pageOfTasks(reader(), SYSTEM_VIEWER, { ...page, taskType: 'generate_thumbnails' })).rows
    expect(JSON.parse(wide?.payload ?? '')).toEqual({ force: false, libraryIds: [mine.libraryId] })
    for (const id of [...hidden, ...seen]) await cancel(deps(), SYSTEM_VIEWER, id)
    expect(await purgeTasks({ write, now: () => Date.now() + 1_000 }, mine.viewer, 0)).toBe(3)
    expect((await pageOfTasks(reader(), SYSTEM_VIEWER, page)).rows.map(row => row.id)).toEqual(hidden.toReversed())
  })

  test('begin as pause and quiet hours allow, by the clock', async () => {
    const clock = { ms: Date.parse('2026-01-10T20:59:00Z') }
    const settings = createLiveSettings({ reader: reader(), write, now: () => clock.ms })
    const admission = taskAdmission(settings, () => clock.ms)
    expect(await admission()).toBe('all')
    const quiet = { enabled: true, from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }
    await settings.change({ 'tasks.quiet_hours': quiet }, null)
    expect(await admission()).toBe('all')
    clock.ms += 60_000
    expect(await admission()).toBe('requested')
    await settings.change({ 'tasks.paused': true }, 1)
    expect(await admission()).toBe('none')
    clock.ms = Date.parse('2026-01-11T06:00:00Z')
    await settings.change({ 'tasks.paused': false }, 1)
    expect(await admission()).toBe('all')
    await settings.change({ 'tasks.quiet_hours': null }, null)
  })

  test('are deleted after the days in the settings, failed ones later', async () => {
    const settings = createLiveSettings({ reader: reader(), write, now: Date.now })
    await settings.change({ 'tasks.retention': { completedDays: 2, failedDays: 5 } }, null)
    const end = async (n: number, as: AttemptEnd) => {
      await put('held', { n })
      await write(async tx => {
        const task = await takeTask(tx, ['held'])
        if (task) await endTask(tx, task, as)
      })
    }
    for (let n = 0; n < 700; n += 7) await end(n, { status: 'completed', result: {} })
    for (let n = 1; n < 10; n++) await end(n, { status: n % 2 ? 'failed' : 'cancelled', error: 'no' } as AttemptEnd)
    const left = async (afterDays: number) => {
      const prune = pruneTasks(settings, () => Date.now() + afterDays * DAY)
      const pruning = startPruning({ connection: database.connection, log: createLogger('silent'), jobs: { prune } })
      await pruning.now()
      await pruning.stop()
      const { byType } = await taskStats(reader())
      const rows = await reader().query.selectFrom('tasks').select('pk').where('task_type', '=', 'held').execute()
      expect(byType.held?.total ?? 0).toBe(rows.length)
      return rows.length
    }
    expect(await left(1)).toBe(109)
    expect(await left(3)).toBe(5)
    expect(await left(6)).toBe(0)
  })
})
