import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { untilWaiting } from '../../../db/testing-locks'
import { enqueue } from '../../../platform/queue'
import type { NewTask, TaskEnd } from '../../../platform/queue.types'
import { requestCancel } from '../../../platform/queue-steer'
import { createTaskSignal } from '../../../platform/task-signal'
import { startWorker } from '../../../platform/worker'
import { startParserPool } from '../../../workers'
import { seriesFields } from '../../catalogue/series'
import { lockSeriesProgress } from '../../reading/progress'
import { createTestLibrary, type TestLibrary } from '../scan/testing'
import { analysisHandlers, libraryAnalysis, seriesNumbering } from './analysis-tasks'
import { CALLS_AT_ONCE } from './analyze-books'

setDefaultTimeout(60_000)

const pool = startParserPool({ size: 2 })
afterAll(() => pool.close())

/** More than are read concurrently on this machine. */
const BOOKS = CALLS_AT_ONCE + 4

forEachDatabase('tasks that read books', database => {
  let library: TestLibrary
  beforeAll(async () => {
    library = await createTestLibrary(database.connection, pool)
    for (let n = 1; n <= BOOKS; n++) await library.files.add(`Series/Book ${n}.cbz`)
    await library.scan()
  })
  afterAll(() => library.remove())

  /** Runs one task to its end with the real worker. */
  async function run(task: NewTask, analyze = pool.analyze): Promise<{ id: string; end: TaskEnd }> {
    const { connection } = database
    const ended = Promise.withResolvers<TaskEnd>()
    const handlers = analysisHandlers({ ...library.deps, pool: { ...pool, analyze } })
    const handler = handlers[task.type]
    if (!handler) throw new Error(`no handler for ${task.type}`)
    const { id } = await connection.write(tx => enqueue(tx, task))
    const worker = await startWorker({
      connection,
      signal: createTaskSignal(connection.wakes),
      log: library.deps.log,
      slots: 1,
      handlers: { [task.type]: { run: handler.run, ended: async (_, __, end) => ended.resolve(end) } },
    })
    const end = await ended.promise
    await worker.stop()
    return { id, end }
  }

  const progressOf = (id: string) =>
    database.connection.reader.query
      .selectFrom('tasks')
      .select(['progress_current as current', 'progress_total as total'])
      .where('id', '=', id)
      .executeTakeFirst()

  test('read all books of a library in one task, and report progress', async () => {
    const before = await library.books()
    const { id, end } = await run(libraryAnalysis(library.id, true))
    expect(end).toEqual({
      status: 'completed',
      result: { total_books: BOOKS, books_analyzed: BOOKS, books_in_trouble: 0 },
    })
    expect(await progressOf(id)).toEqual({ current: BOOKS, total: BOOKS })
    expect(await library.books()).toEqual(before)
  })

  test('wait for an edit of their series instead of deadlocking with it, and read files once', async () => {
    const { connection } = database
    if (connection.kind !== 'postgres') return
    const before = await library.books()
    const { conflict } = connection.counts().faults
    const holds = Promise.withResolvers<void>()
    const edit = connection.write(async tx => {
      await tx.run('select pk from series for update', [])
      holds.resolve()
      // Until the analysis wants the series. Its words are in each of the books.
      await untilWaiting(connection, 1)
      await tx.run(`update series set search_text = search_text || ' tide'`, [])
    })
    await holds.promise
    const { id, end } = await run(libraryAnalysis(library.id, true))
    await edit
    expect(end).toMatchObject({ status: 'completed', result: { books_analyzed: BOOKS, books_in_trouble: 0 } })
    const task = connection.reader.query.selectFrom('tasks').select('attempt').where('id', '=', id)
    expect(await task.executeTakeFirst()).toEqual({ attempt: 1 })
    expect(connection.counts().faults.conflict).toBe(conflict)
    expect(await library.books()).toEqual(before)
    const [series] = await connection.reader.query.selectFrom('series').select('search_text').execute()
    expect(series?.search_text).toEndWith(' tide')
  })

  test('wait for a move of books instead of deadlocking with it, while books go to the series in their metadata', async () => {
    const { connection } = database
    if (connection.kind !== 'postgres') return
    const pk = async (title: string) =>
      (
        await connection.reader.query
          .selectFrom('series')
          .select('pk')
          .where('title', '=', title)
          .executeTakeFirstOrThrow()
      ).pk
    const other = await createTestLibrary(connection, pool)
    await other.name({ seriesStrategy: 'flat' })
    await other.files.add('Ebb 1.cbz')
    await other.files.add('Reef 1.cbz')
    await other.scan()
    const series = [await pk('Ebb'), await pk('Reef')]
    await other.files.add('Reef 1.cbz', { comicInfo: { Series: 'Ebb' } })
    const { conflict } = connection.counts().faults
    const holds = Promise.withResolvers<void>()
    const move = connection.write(async tx => {
      await lockSeriesProgress(tx, series)
      holds.resolve()
      await untilWaiting(connection, 1)
      await seriesFields.lockSeries(tx, series)
    })
    await holds.promise
    const { end } = await run(libraryAnalysis(other.id, true))
    await move
    expect(end).toMatchObject({ status: 'completed', result: { books_in_trouble: 0 } })
    expect(connection.counts().faults.conflict).toBe(conflict)
    expect((await other.books())['Reef 1.cbz']?.series).toBe('ebb')
    other.remove()
  })

  test('skip analyzed books, unless forced', async () => {
    const { end } = await run(libraryAnalysis(library.id, false))
    expect(end).toMatchObject({ result: { total_books: 0, books_analyzed: 0 } })
  })

  test('stop between two books when they are cancelled', async () => {
    let asked = 0
    const { end } = await run({ ...libraryAnalysis(library.id, true) }, async request => {
      if (++asked > 3) {
        const open = await database.connection.reader.query
          .selectFrom('tasks')
          .select('id')
          .where('status', '=', 'processing')
          .executeTakeFirstOrThrow()
        await database.connection.write(tx => requestCancel(tx, open.id))
        // Reading this file never ends: only the stop request ends the task.
        return new Promise(() => undefined)
      }
      return pool.analyze(request)
    })
    expect(end).toEqual({ status: 'cancelled' })
    expect(asked).toBeLessThan(BOOKS)
    expect(Object.values(await library.books()).every(book => book.analyzed)).toBe(true)
  })

  test('number the books of a series by their files', async () => {
    const books = Object.values(await library.books())
    await database.connection.write(async tx => {
      await tx.query.updateTable('books').set({ number: 99 }).where('library_pk', '=', library.pk).execute()
    })
    const { end } = await run(seriesNumbering(books[0]?.seriesId ?? ''))
    expect(end).toMatchObject({ status: 'completed', result: { updated_count: BOOKS } })
    const after = await library.books()
    expect(Array.from({ length: BOOKS }, (_, n) => after[`Series/Book ${n + 1}.cbz`]?.number)).toEqual(
      Array.from({ length: BOOKS }, (_, n) => n + 1),
    )
  })

  test('of a book that is not there fail for good', async () => {
    const { end } = await run({ type: 'analyze_book', payload: { bookId: crypto.randomUUID() }, priority: 1 })
    expect(end).toEqual({ status: 'failed', error: 'Book not found', facts: { code: 'NotFound' } })
  })
})
