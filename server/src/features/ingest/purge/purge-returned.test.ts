import { expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { until } from '../../../../../tests/kit/client'
import type { Tx } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { bookStore } from '../../catalogue/books'
import { deleteEmptySeries } from '../../catalogue/series'

setDefaultTimeout(60_000)

forEachDatabase('purging during a scan', database => {
  /**
   * Concurrently: the scan's transaction ends while the purge's waits for it (PostgreSQL), or one after the other
   * (SQLite).
   */
  async function together<T>(scan: (tx: Tx) => Promise<unknown>, purge: (tx: Tx) => Promise<T>): Promise<T> {
    const { kind, reader, write } = database.connection
    const written = Promise.withResolvers<void>()
    const isPurgeWaiting = async () => {
      if (kind === 'sqlite') return true
      const found = await sql`select 1 from pg_locks where not granted`.execute(reader.query)
      return found.rows.length > 0
    }
    const scanned = write(async tx => {
      await scan(tx)
      written.resolve()
      await until(isPurgeWaiting, Boolean)
    })
    await written.promise
    const purged = write(purge)
    await scanned
    return await purged
  }

  test('does not purge a book whose file is found at that moment', async () => {
    const { reader, write } = database.connection
    const { libraryPk, bookPk } = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Tide')
      return { libraryPk, bookPk: await insertBook(tx, { libraryPk, seriesPk }, 'a', { deleted: true, deleted_at: 1 }) }
    })
    const purged = await together(
      tx => bookStore.setDeleted(tx, libraryPk, [bookPk], { at: null, seen: null, now: 2 }),
      tx => bookStore.purgeHidden(tx, { libraryPk }, 10),
    )
    expect(purged).toEqual([])
    expect(await reader.query.selectFrom('books').select(['pk', 'deleted']).execute()).toEqual([
      { pk: bookPk, deleted: false },
    ])
  })

  test('does not purge a series that gets a book at that moment, nor the book', async () => {
    const { reader, write } = database.connection
    const { libraryPk, seriesPk } = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'manga')
      return { libraryPk, seriesPk: await insertSeries(tx, libraryPk, 'Rain') }
    })
    const purged = await together(
      tx => insertBook(tx, { libraryPk, seriesPk }, 'b'),
      tx => deleteEmptySeries(tx, [seriesPk]),
    )
    expect(purged).toEqual([])
    const books = reader.query.selectFrom('books').select('series_pk').where('library_pk', '=', libraryPk)
    expect(await books.execute()).toEqual([{ series_pk: seriesPk }])
  })
})
