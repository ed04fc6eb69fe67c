import { expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { until } from '../../../../../tests/kit/client'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { bookStore } from '../../catalogue/books'

setDefaultTimeout(60_000)

forEachDatabase('purging while a scan is under way', database => {
  test('spares a book whose file is found at that moment', async () => {
    const { kind, reader, write } = database.connection
    const { libraryPk, bookPk } = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Tide')
      return { libraryPk, bookPk: await insertBook(tx, { libraryPk, seriesPk }, 'a', { deleted: true, deleted_at: 1 }) }
    })
    const shown = Promise.withResolvers<void>()
    const isPurgeWaiting = async () => {
      if (kind === 'sqlite') return true
      const found = await sql`select 1 from pg_locks where not granted`.execute(reader.query)
      return found.rows.length > 0
    }
    const scan = write(async tx => {
      await bookStore.setDeleted(tx, libraryPk, [bookPk], { at: null, seen: null, now: 2 })
      shown.resolve()
      await until(isPurgeWaiting, Boolean)
    })
    await shown.promise
    const purge = write(tx => bookStore.purgeHidden(tx, { libraryPk }, 10))
    await scan
    expect(await purge).toEqual([])
    expect(await reader.query.selectFrom('books').select(['pk', 'deleted']).execute()).toEqual([
      { pk: bookPk, deleted: false },
    ])
  })
})
