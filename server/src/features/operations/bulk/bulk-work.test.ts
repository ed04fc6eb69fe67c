import { beforeAll, expect, test } from 'bun:test'
import { addUser, bearer, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { createTaskSignal } from '../../../platform/task-signal'
import { bulkWorkRoutes } from './bulk-work.routes'

const MISSING = '00000000-0000-7000-8000-00000000ffff'

forEachDatabase('work for many books and series', database => {
  let gated: GatedApp
  let headers: Record<string, string> = {}
  const bookIds = [newId(), newId(), newId()]
  const seriesIds = [newId(), newId()]

  beforeAll(async () => {
    const { reader, write, wakes } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => bulkWorkRoutes(binder, { reader, write, tasks: createTaskSignal(wakes), now: Date.now }),
    })
    headers = await bearer(gated, await addUser(database.connection, 'Mia', { role: 'maintainer' }))
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      for (const [n, id] of seriesIds.entries()) {
        const seriesPk = await insertSeries(tx, libraryPk, `Series ${n}`, { id, book_count: 2 })
        for (const bookId of n === 0 ? bookIds.slice(0, 2) : bookIds.slice(2))
          await insertBook(tx, { libraryPk, seriesPk }, `Book ${bookId}`, { id: bookId })
      }
    })
  })

  const ask = async (path: string, body: object) => {
    const answer = await gated.ask('POST', `/api/v1/${path}`, { headers, body })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const tasks = async () => {
    const rows = await database.connection.reader.query.selectFrom('tasks').selectAll().orderBy('pk').execute()
    await database.connection.write(async tx => {
      await tx.query.deleteFrom('tasks').execute()
    })
    return rows.map(row => [row.task_type, JSON.parse(row.payload)])
  }

  test('is enqueued for those that exist', async () => {
    const sorted = (ids: readonly string[]) => [...ids].sort()
    const analysis = await ask('books/bulk/analyze', { bookIds: [...bookIds, MISSING], force: true })
    expect(analysis.body).toEqual({ tasksEnqueued: 3, message: 'Enqueued 3 analysis tasks' })
    expect(await tasks()).toEqual(bookIds.map(bookId => ['analyze_book', { bookId, force: true }]))

    expect((await ask('series/bulk/analyze', { seriesIds })).body.tasksEnqueued).toBe(2)
    expect(await tasks()).toEqual(seriesIds.map(seriesId => ['analyze_series', { seriesId, force: false }]))

    const answers = [
      await ask('series/bulk/renumber', { seriesIds: [MISSING, ...seriesIds] }),
      await ask('books/bulk/thumbnails/generate', { bookIds }),
      await ask('series/bulk/thumbnails/generate', { seriesIds, force: true }),
      await ask('series/bulk/thumbnails/books/generate', { seriesIds }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual(['message', 'taskId'])
    }
    expect(await tasks()).toEqual([
      ['renumber_series_batch', { seriesIds: sorted(seriesIds) }],
      ['generate_thumbnails', { bookIds, force: false }],
      ['generate_series_thumbnails', { seriesIds, force: true }],
      ['generate_thumbnails', { seriesIds, force: false }],
    ])
    const acts = await database.connection.reader.query
      .selectFrom('audit_log')
      .select('details')
      .orderBy('pk')
      .execute()
    expect(acts.map(act => JSON.parse(act.details)).slice(0, 2)).toEqual([
      { task: 'analyze_book', books: 3, force: true },
      { task: 'analyze_series', series: 2 },
    ])
  })

  test('is refused for none or too many, and the error names the field', async () => {
    const many = Array.from({ length: 101 }, () => MISSING)
    const none = await ask('series/bulk/renumber', { seriesIds: [] })
    expect(none).toMatchObject({ status: 400, body: { details: { reason: 'field_missing', path: 'seriesIds' } } })
    const tooMany = await ask('series/bulk/renumber', { seriesIds: many })
    expect(tooMany).toMatchObject({ status: 400, body: { details: { reason: 'list_long', path: 'seriesIds' } } })
    const bookIds = Array.from({ length: 501 }, () => MISSING)
    expect((await ask('books/bulk/analyze', { bookIds })).status).toBe(400)
    expect(await tasks()).toEqual([])
  })
})
