import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BulkEditDto, BulkEditPreviewDto, BulkEditStartedDto } from '@octavo/contract/bulk-edit'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { startParserPool } from '../../../workers'
import { type BulkRoom, openBulkRoom } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const BOOKS = 60

forEachDatabase('edits of many by a condition', database => {
  let room: BulkRoom
  const ids = Array.from({ length: BOOKS }, () => newId())
  const seriesIds = [newId(), newId(), newId()]
  const hidden = newId()
  const [first = '', second = ''] = ids

  beforeAll(async () => {
    const { write } = database.connection
    room = await openBulkRoom(database.connection, pool, 'Mia')
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const keys: number[] = []
      for (const [n, id] of seriesIds.entries())
        keys.push(await insertSeries(tx, libraryPk, `Series ${n}`, { id, book_count: BOOKS / 3 }))
      for (const [n, id] of ids.entries()) {
        const seriesPk = keys[n % 3] ?? 0
        await insertBook(tx, { libraryPk, seriesPk }, `Rain ${n}`, { id, path: `S/Rain ${n}.cbz` })
      }
      const secretPk = await insertLibrary(tx, 'Secret')
      const seriesPk = await insertSeries(tx, secretPk, 'Secret', { book_count: 1 })
      await insertBook(tx, { libraryPk: secretPk, seriesPk }, 'Rain hidden', { id: hidden })
      await tx.query.updateTable('users').set({ limits_libraries: true }).where('username', '=', 'Mia').execute()
      const { pk: user_pk } = await tx.query
        .selectFrom('users')
        .select('pk')
        .where('username', '=', 'Mia')
        .executeTakeFirstOrThrow()
      await tx.query.insertInto('user_libraries').values({ user_pk, library_pk: libraryPk }).execute()
    })
  })

  const ask: BulkRoom['ask'] = (...call) => room.ask(...call)
  const run: BulkRoom['run'] = (...request) => room.run(...request)
  const rain = { condition: { title: { operator: 'contains', value: 'rain' } } }
  const book = (id: string) =>
    ask<{ imprint: string | null; genres: string[]; locks: Record<string, boolean> }>('GET', `books/${id}/metadata`)

  test('a preview lists changes and locked fields, and changes nothing', async () => {
    await ask('PATCH', `books/${first}/metadata`, { imprint: 'Mine' })
    const request = { selection: rain, action: { type: 'edit', changes: { imprint: 'Moon' } } }
    const preview = await ask<BulkEditPreviewDto>('POST', 'books/bulk/edits/preview', request)
    expect(preview).toMatchObject({
      ...{ matched: BOOKS, checked: BOOKS, changed: BOOKS - 1 },
      fields: [{ field: 'imprint', count: BOOKS - 1 }],
      skipped: [{ field: 'imprint', count: 1, ids: [first] }],
    })
    expect(preview.examples).toHaveLength(20)
    expect(preview.examples[0]?.changes).toEqual([{ field: 'imprint', before: null, after: 'Moon' }])
    expect((await book(second)).imprint).toBeNull()
  })

  test('the task edits the items visible to its person, and is undone completely', async () => {
    const request = { selection: rain, action: { type: 'edit', changes: { imprint: 'Moon' } } }
    const edit = await run(request)
    expect(edit).toMatchObject({ state: 'done', matched: BOOKS, changed: BOOKS - 1 })
    expect(edit.skipped).toEqual([{ field: 'imprint', count: 1, ids: [first] }])
    expect([(await book(first)).imprint, (await book(second)).imprint]).toEqual(['Mine', 'Moon'])
    const secret = await database.connection.reader.query
      .selectFrom('books')
      .select('locks')
      .where('id', '=', hidden)
      .executeTakeFirstOrThrow()
    expect(secret.locks).toBe(0)
    // One of them is edited again: it stays when the others are reverted.
    await ask('PATCH', `books/${second}/metadata`, { imprint: 'Later' })
    const undo = await ask<BulkEditStartedDto>('POST', `bulk-edits/${edit.id}/revert`)
    await room.work()
    expect(await ask<BulkEditDto>('GET', `bulk-edits/${undo.editId}`)).toMatchObject({
      ...{ state: 'done', action: 'revert', reverts: edit.id, matched: BOOKS - 1, changed: BOOKS - 2 },
      skipped: [{ field: 'imprint', count: 1, ids: [second] }],
    })
    expect((await book(second)).imprint).toBe('Later')
    const third = await book(ids[2] ?? '')
    expect([third.imprint, third.locks.imprintLock]).toEqual([null, false])
    const reverted = await ask<BulkEditDto>('GET', `bulk-edits/${edit.id}`)
    expect(reverted).toMatchObject({ revertedAt: expect.any(String), canRevert: false })
  })

  test('genres are added and replaced, locked ones too where that is asked for', async () => {
    const all = { selection: { all: true }, includeLocked: true }
    expect(await run({ ...all, action: { type: 'genres', add: ['Sea', 'Noir'] } })).toMatchObject({ changed: BOOKS })
    expect(await run({ ...all, action: { type: 'genres', replace: ['War'] } })).toMatchObject({ changed: BOOKS })
    expect((await book(second)).genres).toEqual(['War'])
    expect(await run({ selection: { all: true }, action: { type: 'genres', add: ['Sea'] } })).toMatchObject({
      ...{ changed: 0, skipped: [{ field: 'genres', count: BOOKS, ids: expect.any(Array) }] },
    })
    expect(await run({ ...all, action: { type: 'reset' } })).toMatchObject({ changed: BOOKS })
    const reset = await book(first)
    expect([reset.genres, reset.imprint, Object.values(reset.locks).includes(true)]).toEqual([[], null, false])
  })

  test('series, and work that other tasks do', async () => {
    const edit = await run(
      { selection: { ids: seriesIds }, action: { type: 'edit', changes: { status: 'ended' } } },
      'series',
    )
    expect(edit).toMatchObject({ kind: 'series', state: 'done', changed: 3 })
    await run({ selection: { ids: seriesIds }, action: { type: 'renumber' } }, 'series')
    const work = await run({ selection: { all: true }, action: { type: 'analyze', force: true } })
    expect(work).toMatchObject({ changed: BOOKS, canRevert: false })
    const rows = await database.connection.reader.query
      .selectFrom('tasks')
      .select(['task_type', eb => eb.fn.countAll<number>().as('count')])
      .where('status', '=', 'pending')
      .groupBy('task_type')
      .orderBy('task_type')
      .execute()
    expect(rows.map(row => [row.task_type, Number(row.count)])).toEqual([
      ['analyze_book', BOOKS],
      ['renumber_series_batch', 1],
    ])
  })

  test('is refused without a selection, and for items of another person', async () => {
    await ask('POST', 'books/bulk/edits', { selection: {}, action: { type: 'reset' } }, 400)
    await ask('GET', `bulk-edits/${newId()}`, undefined, 404)
    await ask('POST', `bulk-edits/${newId()}/revert`, undefined, 404)
  })
})
