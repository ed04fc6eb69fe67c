import { expect, test } from 'bun:test'
import type { Tx } from '../../../db'
import { onPostgres } from '../../../db/testing'
import { countedWrites, untilWaiting } from '../../../db/testing-locks'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { lockSeriesProgress, recordPlace, UNATTRIBUTED } from './index'
import { type MarkedBook, markBooks, markSeries } from './mark-books'

const place = { page: 3, percentage: 0.5, completed: false }
type Reading = { readonly user: number; readonly book: MarkedBook }
const WAYS: Readonly<Record<string, (tx: Tx, reading: Reading) => Promise<unknown>>> = {
  'a place is saved': (tx, { user, book }) => recordPlace(tx, { ...UNATTRIBUTED, user, book, place }, 1),
  'it is marked as read': (tx, { user, book }) => markBooks(tx, { ...UNATTRIBUTED, user }, [book], 'read', 1),
}

onPostgres('places of a book that moves', database => {
  for (const [what, act] of Object.entries(WAYS)) {
    test(`${what} in a book that has just moved to an earlier series, without a deadlock`, async () => {
      const { connection } = database
      const { user, first, second, pk } = await connection.write(async tx => {
        const libraryPk = await insertLibrary(tx, what)
        const first = await insertSeries(tx, libraryPk, 'Sea')
        const second = await insertSeries(tx, libraryPk, 'Sky')
        const pk = await insertBook(tx, { libraryPk, seriesPk: second }, 'Sky 1')
        return { user: await insertUser(tx, what), first, second, pk }
      })
      const { write, runs } = countedWrites(connection)
      const others: Promise<unknown>[] = []
      await write(async tx => {
        await lockSeriesProgress(tx, [first, second])
        await tx.query.updateTable('books').set({ series_pk: first }).where('pk', '=', pk).execute()
        if (others.length === 0) {
          const book = { pk, series_pk: second, page_count: 3 }
          others.push(write(tx => act(tx, { user, book })))
          await untilWaiting(connection, 1)
          others.push(write(tx => lockSeriesProgress(tx, [first, second])))
        }
        await untilWaiting(connection, 2)
      })
      await Promise.all(others)
      expect(runs()).toBe(3)
      const query = connection.reader.query.selectFrom('read_progress').selectAll()
      const row = await query.where('book_pk', '=', pk).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ series_pk: first, current_page: 3 })
    }, 30_000)
  }

  test('series are marked as unread, one with a place counted in another series, without a deadlock', async () => {
    const { connection } = database
    const { user, first, second, pk } = await connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Counted')
      const first = await insertSeries(tx, libraryPk, 'Sea')
      const second = await insertSeries(tx, libraryPk, 'Sky')
      const pk = await insertBook(tx, { libraryPk, seriesPk: second }, 'Sky 1')
      const user = await insertUser(tx, 'Counted')
      await recordPlace(tx, { ...UNATTRIBUTED, user, book: { pk, series_pk: second }, place }, 1)
      await tx.query.updateTable('books').set({ series_pk: first }).where('pk', '=', pk).execute()
      return { user, first, second, pk }
    })
    const { write, runs } = countedWrites(connection)
    const others: Promise<unknown>[] = []
    await write(async tx => {
      await lockSeriesProgress(tx, [first])
      if (others.length === 0)
        others.push(write(tx => markSeries(tx, { ...UNATTRIBUTED, user }, [second], 'unread', 2)))
      await untilWaiting(connection, 1)
      await lockSeriesProgress(tx, [second])
    })
    await Promise.all(others)
    expect(runs()).toBe(2)
    const query = connection.reader.query.selectFrom('read_progress').selectAll()
    expect(await query.where('book_pk', '=', pk).execute()).toEqual([])
  }, 30_000)
})
