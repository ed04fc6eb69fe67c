import { expect, test } from 'bun:test'
import { onPostgres } from '../../../db/testing'
import { countedWrites, untilWaiting } from '../../../db/testing-locks'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { lockSeries, lockSeriesOfBooks } from './series-fields.store'

onPostgres('the series of books', database => {
  test('the series of a book is locked that has just moved to an earlier one, without a deadlock', async () => {
    const { connection } = database
    const { first, second, pk } = await connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const first = await insertSeries(tx, libraryPk, 'Sea')
      const second = await insertSeries(tx, libraryPk, 'Sky')
      return { first, second, pk: await insertBook(tx, { libraryPk, seriesPk: second }, 'Sky 1') }
    })
    const { write, runs } = countedWrites(connection)
    const others: Promise<unknown>[] = []
    await write(async tx => {
      await lockSeries(tx, [first, second])
      await tx.query.updateTable('books').set({ series_pk: first }).where('pk', '=', pk).execute()
      if (others.length === 0) {
        others.push(
          write(async edit => {
            await lockSeriesOfBooks(edit, [pk])
            await edit.query.updateTable('series').set({ summary: 'Waves' }).where('pk', '=', first).execute()
          }),
        )
        await untilWaiting(connection, 1)
        others.push(write(other => lockSeries(other, [first, second])))
      }
      await untilWaiting(connection, 2)
    })
    await Promise.all(others)
    expect(runs()).toBe(3)
  }, 30_000)
})
