import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BulkEditDto, BulkEditPreviewDto, BulkEditStartedDto } from '@octavo/contract/bulk-edit'
import type { Tx } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import type { TaskContext } from '../../../platform/queue.types'
import { startParserPool } from '../../../workers'
import { type BulkRoom, openBulkRoom } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

/** More than the first transaction edits, in two libraries of one series each. */
const BOOKS = 40

forEachDatabase('an edit of many', database => {
  let room: BulkRoom
  const ids = Array.from({ length: BOOKS }, () => newId())
  const seriesIds = [newId(), newId()]
  const [first = '', second = ''] = ids

  beforeAll(async () => {
    room = await openBulkRoom(database.connection, pool, 'Mia')
    await database.connection.write(async tx => {
      for (const [n, id] of seriesIds.entries()) {
        const libraryPk = await insertLibrary(tx, `Library ${n}`)
        const seriesPk = await insertSeries(tx, libraryPk, `Series ${n}`, { id, book_count: BOOKS / 2 })
        for (const bookId of ids.slice((n * BOOKS) / 2, ((n + 1) * BOOKS) / 2))
          await insertBook(tx, { libraryPk, seriesPk }, `Book ${bookId}`, { id: bookId })
      }
    })
  })

  const all = { selection: { all: true } }
  const values = async (id: string) =>
    room.ask<{ genres: string[]; customMetadata: unknown }>('GET', `books/${id}/metadata`)
  /** Runs something within a transaction of an edit after its first books. */
  const inTheMiddle = (does: (tx: Tx) => Promise<unknown>): TaskContext['checkpoint'] => {
    let isDone = false
    return async (tx, { current } = { current: 0, total: 0 }) => {
      if (isDone || current === 0) return
      isDone = true
      await does(tx)
    }
  }
  const users = (tx: Tx) => tx.query.updateTable('users').where('username', '=', 'Mia')
  const start = async (request: object, checkpoint: TaskContext['checkpoint']) => {
    const { editId } = await room.ask<BulkEditStartedDto>('POST', 'books/bulk/edits', request)
    await room.work(checkpoint)
    return editId
  }

  test('stops with a reason once its person loses the permission, and finished writes can be undone', async () => {
    const request = { ...all, action: { type: 'genres', add: ['Sea'] } }
    const editId = await start(
      request,
      inTheMiddle(tx => users(tx).set({ role: 'reader' }).execute()),
    )
    await database.connection.write(tx => users(tx).set({ role: 'maintainer' }).execute())
    room.gated.clock.ms += 60_000
    const edit = await room.ask<BulkEditDto>('GET', `bulk-edits/${editId}`)
    expect(edit).toMatchObject({
      ...{ state: 'failed', reason: 'Missing required permission: books-write' },
      ...{ matched: BOOKS, changed: BOOKS / 2, canRevert: true },
    })
    expect([(await values(first)).genres, (await values(ids[BOOKS - 1] ?? '')).genres]).toEqual([['Sea'], []])
    const series = await room.ask<{ genres: { name: string }[] }>('GET', `series/${seriesIds[0]}/metadata`)
    expect(JSON.stringify(series)).toContain('Sea')
    const undo = await room.ask<BulkEditStartedDto>('POST', `bulk-edits/${editId}/revert`)
    await room.ask('POST', `bulk-edits/${editId}/revert`, undefined, 409)
    await room.work()
    expect(await room.ask<BulkEditDto>('GET', `bulk-edits/${undo.editId}`)).toMatchObject({
      ...{ state: 'done', reason: null, matched: BOOKS / 2, changed: BOOKS / 2 },
    })
    expect((await values(first)).genres).toEqual([])
  })

  test('skips items that its person no longer sees', async () => {
    const editId = await start(
      { ...all, action: { type: 'tags', add: ['Ship'] } },
      inTheMiddle(async tx => {
        const { pk: user_pk } = await tx.query
          .selectFrom('users')
          .select('pk')
          .where('username', '=', 'Mia')
          .executeTakeFirstOrThrow()
        const { library_pk } = await tx.query
          .selectFrom('series')
          .select('library_pk')
          .where('id', '=', seriesIds[0] ?? '')
          .executeTakeFirstOrThrow()
        await users(tx).set({ limits_libraries: true }).execute()
        await tx.query.insertInto('user_libraries').values({ user_pk, library_pk }).execute()
      }),
    )
    await database.connection.write(async tx => {
      await users(tx).set({ limits_libraries: false }).execute()
      await tx.query.deleteFrom('user_libraries').execute()
    })
    expect(await room.ask<BulkEditDto>('GET', `bulk-edits/${editId}`)).toMatchObject({
      ...{ state: 'done', matched: BOOKS, changed: BOOKS / 2 },
    })
  })

  test('merges custom data into each, and skips any that would be too large', async () => {
    const custom = (patch: object | null) => ({
      selection: { ids: [first, second] },
      action: { type: 'custom', patch },
    })
    await room.ask('PATCH', `books/${second}/metadata`, { customMetadata: { long: 'x'.repeat(60_000) } })
    expect(await room.run(custom({ shelf: { room: 'A', row: 1 } }))).toMatchObject({ changed: 1 })
    const free = (request: object) => ({ ...request, includeLocked: true })
    const large = free(custom({ shelf: { row: null, place: 'y'.repeat(6_000) } }))
    const skipped = [{ field: 'customMetadata', count: 1, ids: [second] }]
    expect(await room.ask<BulkEditPreviewDto>('POST', 'books/bulk/edits/preview', large)).toMatchObject({
      ...{ matched: 2, changed: 1, skipped },
    })
    const edit = await room.run(large)
    expect(edit).toMatchObject({ changed: 1, skipped })
    expect((await values(first)).customMetadata).toEqual({ shelf: { room: 'A', place: 'y'.repeat(6_000) } })
    await room.ask('POST', `bulk-edits/${edit.id}/revert`)
    await room.work()
    expect((await values(first)).customMetadata).toEqual({ shelf: { room: 'A', row: 1 } })
    for (const path of ['books/bulk/edits', 'books/bulk/edits/preview']) {
      const refused = await room.ask<{ details?: unknown }>('POST', path, custom({ a: 'z'.repeat(65_536) }), 400)
      expect(JSON.stringify(refused)).toContain('customMetadata')
    }
    expect(await room.run(free(custom(null)))).toMatchObject({ changed: 2 })
  })

  test('is refused without the permission of its action', async () => {
    await database.connection.write(tx =>
      users(tx)
        .set({ role: 'reader', permissions: JSON.stringify(['books-write']) })
        .execute(),
    )
    room.gated.clock.ms += 60_000
    for (const type of ['renumber', 'thumbnails'])
      await room.ask('POST', 'books/bulk/edits', { ...all, action: { type } }, 403)
    await room.ask('POST', 'books/bulk/edits/preview', { ...all, action: { type: 'analyze' } })
    await room.ask('POST', 'series/bulk/edits', { ...all, action: { type: 'reset' } }, 403)
  })
})
