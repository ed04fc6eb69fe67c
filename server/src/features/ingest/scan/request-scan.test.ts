import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import { createTaskSignal } from '../../../platform/task-signal'
import { startWorker } from '../../../platform/worker'
import { startParserPool } from '../../../workers'
import { libraryNamer } from '../../catalogue/naming'
import { describePath } from './describe-path'
import { previewScan } from './preview-scan'
import { libraryScans, requestScan, type ScanRequests, stopScan } from './request-scan'
import { activeScans, latestScan } from './scan.queries'
import { SCAN_TASK } from './scan.types'
import { scanHandler } from './scan-task'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('a request for a scan', database => {
  let library: TestLibrary
  let requests: ScanRequests
  beforeEach(async () => {
    const { connection } = database
    library = await createTestLibrary(connection, pool)
    requests = {
      reader: connection.reader,
      write: connection.write,
      now: Date.now,
      tasks: createTaskSignal(connection.wakes),
    }
  })
  afterEach(() => library.remove())

  const request = (mode: 'normal' | 'deep' = 'normal') => requestScan(requests, SYSTEM_VIEWER, library.id, mode)
  const active = async () => (await activeScans(requests.reader, SYSTEM_VIEWER)).map(scan => scan.library_id)

  test('is queued, once, whatever the mode, and can be cancelled', async () => {
    expect(await request()).toMatchObject({ libraryId: library.id, status: 'pending', filesTotal: 0, errors: [] })
    expect(await active()).toContain(library.id)
    await expect(request()).rejects.toMatchObject({ code: 'Conflict' })
    await expect(request('deep')).rejects.toMatchObject({ code: 'Conflict' })
    await stopScan(requests, SYSTEM_VIEWER, library.id)
    expect(await latestScan(requests.reader, library.pk)).toMatchObject({ status: 'cancelled' })
    expect(await active()).not.toContain(library.id)
    await expect(stopScan(requests, SYSTEM_VIEWER, library.id)).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('is in the audit log when a person starts it, once, with its end', async () => {
    const written = async () => {
      const rows = await requests.reader.query
        .selectFrom('audit_log')
        .select(['action', 'subject_kind', 'subject_id', 'details'])
        .where('library_id', '=', library.id)
        .where('action', 'in', ['scan_requested', 'scan_cancelled'])
        .orderBy('pk')
        .execute()
      return rows.map(row => [row.action, row.subject_kind, row.subject_id, JSON.parse(row.details)])
    }
    await library.files.add('Sea/1.cbz')
    await requestScan(requests, SYSTEM_VIEWER, library.id, 'normal', 'Sea')
    await requests.write(tx => libraryScans(requests).request(tx, library))
    await stopScan(requests, SYSTEM_VIEWER, library.id)
    expect(await written()).toEqual([
      ['scan_requested', 'library', library.id, { mode: 'normal', path: 'Sea' }],
      ['scan_cancelled', 'library', library.id, {}],
    ])
  })

  test('runs after the one that is being stopped', async () => {
    await library.files.add('Sea/1.cbz')
    await library.files.add('Sea/2.cbz')
    const stopped = await library.scan({
      meanwhile: async () => {
        await stopScan(requests, SYSTEM_VIEWER, library.id)
        expect(await request()).toMatchObject({ status: 'pending' })
      },
    })
    expect(stopped).toEqual({ status: 'cancelled' })
    expect(await library.work()).toMatchObject({ status: 'completed' })
    expect(Object.values(await library.books()).map(({ analyzed }) => analyzed)).toEqual([true, true])
  })

  test('becomes one scan for twenty that ask at once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => request()))
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    expect((await active()).filter(id => id === library.id)).toHaveLength(1)
    await stopScan(requests, SYSTEM_VIEWER, library.id)
  })

  test('is refused for a library that the viewer may not see', async () => {
    const viewer = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [] } } as const
    const other = { code: 'NotFound' }
    await expect(requestScan(requests, viewer, library.id, 'normal')).rejects.toMatchObject(other)
    await request()
    await expect(stopScan(requests, viewer, library.id)).rejects.toMatchObject(other)
    expect(await activeScans(requests.reader, viewer)).toEqual([])
    await stopScan(requests, SYSTEM_VIEWER, library.id)
  })

  test('of the libraries feature is quiet when a scan waits already', async () => {
    const scans = libraryScans(requests)
    await requests.write(tx => scans.request(tx, library))
    await requests.write(tx => scans.request(tx, library))
    expect((await active()).filter(id => id === library.id)).toHaveLength(1)
    await requests.write(tx => scans.cancel(tx, library.id))
    expect(await active()).not.toContain(library.id)
  })

  test('continues in the next process when the first one stops between files', async () => {
    for (let i = 0; i < 20; i++) await library.files.add(`A/${i}.cbz`)
    await request()
    const reading = Promise.withResolvers<void>()
    const counting = {
      ...library.deps,
      pool: {
        ...library.deps.pool,
        analyze: (asked: Parameters<typeof pool.analyze>[0]) => {
          reading.resolve()
          return library.deps.pool.analyze(asked)
        },
      },
    }
    const start = (deps: typeof counting) =>
      startWorker({
        connection: database.connection,
        signal: requests.tasks,
        log: library.deps.log,
        pollMs: 20,
        handlers: { [SCAN_TASK]: scanHandler(deps) },
      })
    const first = await start(counting)
    await reading.promise
    await first.stop()
    expect(await latestScan(requests.reader, library.pk)).toMatchObject({ status: 'processing', books_found: 20 })
    const second = await start(counting)
    while ((await latestScan(requests.reader, library.pk))?.status === 'processing') await Bun.sleep(20)
    await second.stop()
    expect(await latestScan(requests.reader, library.pk)).toMatchObject({ status: 'completed', files_processed: 20 })
    const books = Object.values(await library.books())
    expect([books.length, books.every(book => book.analyzed)]).toEqual([20, true])
  })

  test('of a task that somebody else enqueued gets its report as well', async () => {
    await library.files.add('A/1.cbz')
    const payload = { libraryId: library.id, mode: 'normal' }
    await requests.write(tx =>
      enqueue(tx, { type: SCAN_TASK, payload, sameBy: { libraryId: library.id }, priority: 1 }),
    )
    expect((await library.scan()).status).toBe('completed')
    expect(await latestScan(requests.reader, library.pk)).toMatchObject({ status: 'completed', books_found: 1 })
  })

  test('shows beforehand what a folder would become', async () => {
    for (let i = 1; i <= 7; i++) await library.files.add(`Saga/Saga v${i}.cbz`)
    await library.files.add('alone.cbz')
    const question = {
      folders: [library.root],
      namer: libraryNamer(pool, null),
      formats: null,
      excludedPatterns: '*.tmp.cbz',
    }
    await library.files.add('Saga/half.tmp.cbz')
    expect(await previewScan(pool, question, new AbortController().signal)).toMatchObject({
      files: expect.arrayContaining([
        {
          ...{ folder: library.root, path: 'Saga/Saga v7.cbz', series: 'Saga', title: 'Saga v7' },
          ...{ volume: 7, chapter: null, number: 7, metadataRead: true },
        },
      ]),
      skipped: [{ reason: 'excluded', count: 1, samples: ['Saga/half.tmp.cbz'] }],
      totalFiles: 8,
      detectedSeries: [
        { name: 'alone', path: 'alone.cbz', bookCount: 1, sampleBooks: ['alone.cbz'] },
        { name: 'Saga', path: 'Saga', bookCount: 7, sampleBooks: [1, 2, 3, 4, 5].map(i => `Saga v${i}.cbz`) },
      ],
    })
    library.files.remove('Saga/half.tmp.cbz')
    const folder = await describePath(library.root, pool)
    expect(folder.kind === 'folder' && folder.series[1]?.books[6]).toEqual({
      ...{ file: 'Saga/Saga v7.cbz', title: 'Saga v7', number: 7, volume: 7, chapter: null },
    })
    const file = await describePath(`${library.root}/alone.cbz`, pool)
    expect(file).toMatchObject({ kind: 'file', facts: { format: 'cbz', pageCount: 1, errors: [] } })
    await expect(describePath(`${library.root}/none`, pool)).rejects.toMatchObject({ code: 'BadRequest' })
  })
})
