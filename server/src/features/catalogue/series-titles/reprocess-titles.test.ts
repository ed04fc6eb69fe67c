import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { createLogger } from '../../../kernel/log'
import { enqueue } from '../../../platform/queue'
import type { NewTask, TaskEnd } from '../../../platform/queue.types'
import { createTaskSignal } from '../../../platform/task-signal'
import { startWorker } from '../../../platform/worker'
import { startParserPool } from '../../../workers'
import { previewTitles } from './reprocess-titles'
import { titleHandlers, titleOfSeries, titlesOfScope } from './title-tasks'

setDefaultTimeout(60_000)

const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const RULES = JSON.stringify([{ pattern: '\\s*\\(Digital\\)', replacement: '' }])

forEachDatabase('titles of series', database => {
  const write: typeof database.connection.write = work => database.connection.write(work)

  /** A library whose rule removes `(Digital)`, with a series for each folder. */
  async function library(folders: Readonly<Record<string, object>>, columns: object = {}) {
    const id = newId()
    const series = new Map<string, string>()
    await write(async tx => {
      const pk = await insertLibrary(tx, id, { id, title_rules: RULES, ...columns })
      for (const [folder, changes] of Object.entries(folders)) {
        const seriesId = newId()
        series.set(folder, seriesId)
        const seriesPk = await insertSeries(tx, pk, folder, { id: seriesId, ...changes })
        await insertBook(tx, { libraryPk: pk, seriesPk }, `${folder} v01`, {
          path: `${folder}/${folder} v01.cbz`,
          volume: 1,
        })
      }
    })
    return { id, series: (folder: string) => series.get(folder) ?? '' }
  }

  async function run(task: NewTask): Promise<TaskEnd> {
    const { connection } = database
    const ended = Promise.withResolvers<TaskEnd>()
    const handler = titleHandlers({ connection, pool, now: Date.now })[task.type]
    if (!handler) throw new Error(`no handler for ${task.type}`)
    await write(tx => enqueue(tx, task))
    const worker = await startWorker({
      connection,
      signal: createTaskSignal(connection.wakes),
      log: createLogger('silent'),
      slots: 1,
      handlers: { [task.type]: { run: handler.run, ended: async (_, __, end) => ended.resolve(end) } },
    })
    const end = await ended.promise
    await worker.stop()
    return end
  }

  const row = (id: string) =>
    database.connection.reader.query
      .selectFrom('series')
      .select(['title', 'title_sort', 'sort_key', 'search_text'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('follow the rules of their library, with their sort titles and search words', async () => {
    const { series } = await library({ 'One Piece (Digital)': { title_sort: 'Piece, One' } })
    const id = series('One Piece (Digital)')
    expect(await run(titleOfSeries(id.toUpperCase()))).toEqual({
      status: 'completed',
      result: {
        series_id: id,
        original_title: 'One Piece (Digital)',
        new_title: 'One Piece',
        changed: true,
        title_sort_cleared: true,
        skipped: false,
        skip_reason: null,
      },
    })
    const plain = await library({ 'One Piece': {} })
    // Search still finds the folder's own words.
    expect(await row(id)).toEqual({ ...(await row(plain.series('One Piece'))), search_text: 'one piece digital' })
    // A second run changes nothing.
    expect(await run(titleOfSeries(id))).toMatchObject({ result: { changed: false, skipped: false } })
  })

  test('stay where a person has locked them', async () => {
    const { series } = await library({
      'Akira (Digital)': { title: 'AKIRA (Digital)', title_locked: true, title_sort: 'Kira' },
      'Dune (Digital)': { title_sort: 'Arrakis', title_sort_locked: true },
    })
    const [akira, dune] = [series('Akira (Digital)'), series('Dune (Digital)')]
    expect(await run(titleOfSeries(akira))).toMatchObject({
      result: { changed: false, new_title: 'AKIRA (Digital)', skipped: true, skip_reason: 'title_locked' },
    })
    expect(await row(akira)).toMatchObject({ title: 'AKIRA (Digital)', title_sort: 'Kira' })
    expect(await run(titleOfSeries(dune))).toMatchObject({ result: { changed: true, title_sort_cleared: false } })
    expect(await row(dune)).toMatchObject({ title: 'Dune', title_sort: 'Arrakis', search_text: 'dune arrakis digital' })
  })

  test('of a library are one task, and others stay', async () => {
    const mine = await library({ 'A (Digital)': {}, 'B (Digital)': { title: 'Mine', title_locked: true }, C: {} })
    const other = await library({ 'Other (Digital)': {} })
    const { reader } = database.connection
    expect(await previewTitles({ reader, pool }, { libraryId: mine.id }, 100)).toEqual({
      total: 3,
      changed: 1,
      locked: 1,
      changes: [{ seriesId: mine.series('A (Digital)'), before: 'A (Digital)', after: 'A' }],
    })
    expect(await run(titlesOfScope({ libraryId: mine.id }))).toEqual({
      status: 'completed',
      result: { total: 3, changed: 1, locked: 1, errors: [] },
    })
    expect((await row(other.series('Other (Digital)'))).title).toBe('Other (Digital)')
    // Named series of a library hidden from the person are skipped.
    const theirs = { seriesIds: [other.series('Other (Digital)')], libraryIds: [mine.id] }
    expect(await run(titlesOfScope(theirs))).toMatchObject({ result: { total: 0, changed: 0 } })
    const published = await reader.query.selectFrom('events').select('happened').execute()
    const events = published.flatMap(one => JSON.parse(one.happened) as { event: Record<string, unknown> }[])
    expect(events.map(({ event }) => event)).toContainEqual({
      type: 'series_updated',
      seriesId: mine.series('A (Digital)'),
      libraryId: mine.id,
      fields: ['title', 'titleSort'],
    })
  })

  test('take the titles of their books along, where those are named after them', async () => {
    const { series } = await library({ 'Saga (Digital)': {} }, { book_strategy: 'series_name' })
    await run(titleOfSeries(series('Saga (Digital)')))
    const books = await database.connection.reader.query
      .selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .select(['books.title', 'books.volume'])
      .where('series.id', '=', series('Saga (Digital)'))
      .execute()
    expect(books).toEqual([{ title: 'Saga v.01', volume: 1 }])
  })

  test('of a series that is gone fail in words', async () => {
    expect(await run(titleOfSeries(newId()))).toMatchObject({ status: 'failed' })
  })
})
