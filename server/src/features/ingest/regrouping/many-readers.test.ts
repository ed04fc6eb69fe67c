import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { insertRows } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { startParserPool } from '../../../workers'
import { mergeBooksInto } from './regroup'
import { insertRegrouping, regroupingByKey } from './regroupings.store'
import { runRegrouping } from './run'

setDefaultTimeout(90_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const READERS = 2_005

forEachDatabase('a book with many readers', database => {
  test('is merged by a task, some readers per transaction, and every reader has the newest place', async () => {
    const { write, reader } = database.connection
    const now = () => 1_000
    const { userPk, heirPk, fromPk } = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Akira')
      const heirPk = await insertBook(tx, { libraryPk, seriesPk }, 'Akira 1')
      const fromPk = await insertBook(tx, { libraryPk, seriesPk }, 'Akira 1 (copy)')
      await tx.run('update series set book_count = 2', [])
      const places = []
      for (let number = 0; number < READERS; number++) {
        const user_pk = await insertUser(tx, `reader ${number}`)
        const common = { user_pk, series_pk: seriesPk, percentage: 0.5, completed: false, started_at: 1 }
        const rest = { completed_at: null, locator: null }
        places.push({ id: newId(), ...common, book_pk: fromPk, current_page: 7, updated_at: 20, ...rest })
        // Every tenth has read further in the other one since.
        if (number % 10 === 0)
          places.push({ id: newId(), ...common, book_pk: heirPk, current_page: 9, updated_at: 30, ...rest })
      }
      await insertRows(tx, 'read_progress', places)
      return { userPk: await insertUser(tx, 'admin'), heirPk, fromPk }
    })
    const idOf = async (pk: number) =>
      (await reader.query.selectFrom('books').select('id').where('pk', '=', pk).executeTakeFirstOrThrow()).id
    const viewer = { ...SYSTEM_VIEWER, userPk, userId: String(userPk) }
    const deps = { reader, write, pool, now, tasks: { notify: () => undefined } }
    const [started] = await mergeBooksInto(deps, viewer, await idOf(heirPk), [await idOf(fromPk)])
    expect(started?.taskId).not.toBeNull()
    const other = mergeBooksInto(deps, viewer, await idOf(fromPk), [await idOf(heirPk)])
    await expect(other).rejects.toThrow('merged or moved right now')

    const waiting = async () => {
      const count = reader.query.selectFrom('read_progress').select(eb => eb.fn.countAll<number>().as('count'))
      return Number((await count.where('book_pk', '=', fromPk).executeTakeFirstOrThrow()).count)
    }
    const counts: number[] = []
    const step = async <T>(work: Parameters<typeof write<T>>[0]) => {
      const result = await write<T>(work)
      counts.push(await waiting())
      return result
    }
    await runRegrouping(step, started?.row.pk ?? 0, now)
    expect(counts.slice(0, 5)).toEqual([1505, 1005, 505, 5, 0])
    expect(await write(tx => regroupingByKey(tx, started?.row.pk ?? 0))).toMatchObject({ state: 'done' })
    const rows = await reader.query
      .selectFrom('read_progress')
      .select(['current_page', eb => eb.fn.countAll<number>().as('count')])
      .groupBy('current_page')
      .orderBy('current_page')
      .execute()
    expect(rows.map(({ current_page, count }) => [current_page, Number(count)])).toEqual([
      [7, READERS - 201],
      [9, 201],
    ])
  })

  test('stays with all its readers if the other book is in another library by the end', async () => {
    const { write, reader } = database.connection
    const { pk, heirPk, fromPk } = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Manga')
      const elsewhere = await insertLibrary(tx, 'Elsewhere')
      const seriesPk = await insertSeries(tx, libraryPk, 'Blame')
      const [heirPk, fromPk] = [
        await insertBook(tx, { libraryPk, seriesPk }, 'Blame 1'),
        await insertBook(tx, { libraryPk, seriesPk }, 'Blame 1 (copy)'),
      ]
      const userPk = await insertUser(tx, 'owner')
      const place = { current_page: 3, percentage: 0.5, completed: false, started_at: 1, updated_at: 2 }
      const rest = { completed_at: null, locator: null }
      const books = { id: newId(), user_pk: userPk, book_pk: fromPk, series_pk: seriesPk }
      await insertRows(tx, 'read_progress', [{ ...books, ...place, ...rest }])
      const made = { libraryPk, action: 'merge_books', bookPk: heirPk, fromBookPk: fromPk, books: 1 } as const
      const { pk } = await insertRegrouping(tx, { ...made, details: { from: [] }, userPk, at: 1 })
      await tx.query.updateTable('books').set({ library_pk: elsewhere }).where('pk', '=', heirPk).execute()
      return { pk, heirPk, fromPk }
    })
    await runRegrouping(write, pk, () => 1_000)
    expect(await write(tx => regroupingByKey(tx, pk))).toMatchObject({ state: 'done', undone_at: 1_000 })
    const places = reader.query.selectFrom('read_progress').select(['book_pk', 'current_page'])
    expect(await places.where('book_pk', 'in', [heirPk, fromPk]).execute()).toEqual([
      { book_pk: fromPk, current_page: 3 },
    ])
    const book = reader.query.selectFrom('books').select(['deleted', 'merged_into_pk']).where('pk', '=', fromPk)
    const { deleted, merged_into_pk } = await book.executeTakeFirstOrThrow()
    expect([Boolean(deleted), merged_into_pk]).toEqual([false, null])
  })
})
