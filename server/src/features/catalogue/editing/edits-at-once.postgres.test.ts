import { expect, test } from 'bun:test'
import { onPostgres } from '../../../db/testing'
import { countedWrites, untilWaiting } from '../../../db/testing-locks'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { seriesFields } from '../series'
import { type Act, editManySeries } from './many-edits'

onPostgres('series that are edited together', database => {
  test('are locked before the first is changed, in one order, so that others do not deadlock with it', async () => {
    const { connection } = database
    const { userPk, pks } = await connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const pks: number[] = []
      for (const title of ['Sea', 'Sky']) {
        const seriesPk = await insertSeries(tx, libraryPk, title)
        await insertBook(tx, { libraryPk, seriesPk }, `${title} 1`)
        pks.push(seriesPk)
      }
      return { userPk: await insertUser(tx, 'editor'), pks }
    })
    const act: Act = { id: crypto.randomUUID(), origin: 'bulk', userPk, userId: crypto.randomUUID() }
    const { write, runs } = countedWrites(connection)
    const edit = (genre: string, pks: readonly number[]) =>
      write(tx => editManySeries(tx, pks, () => ({ genres: [genre] }), { now: 1, act }))
    const edits: Promise<unknown>[] = []
    await write(async tx => {
      await seriesFields.lockSeries(tx, pks.slice(0, 1))
      if (edits.length === 0) edits.push(edit('Seafaring', pks.toReversed()), edit('Weather', pks))
      await untilWaiting(connection, 2)
      await seriesFields.lockSeries(tx, pks)
    })
    await Promise.all(edits)
    expect(runs()).toBe(3)
  }, 30_000)
})
