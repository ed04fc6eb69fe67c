import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { doomedBooks } from './doomed-books.queries'
import { hideDeleted } from './hide-deleted'

forEachDatabase('books whose files were deleted', database => {
  test('are hidden unless a scan has found them elsewhere since', async () => {
    const { reader, write } = database.connection
    const seriesId = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Tide')
      for (const title of ['a', 'b']) await insertBook(tx, { libraryPk, seriesPk }, title)
      const { id } = await tx.query
        .selectFrom('series')
        .select('id')
        .where('pk', '=', seriesPk)
        .executeTakeFirstOrThrow()
      return id
    })
    const books = await doomedBooks(reader, SYSTEM_VIEWER, { seriesIds: [seriesId] })
    expect(books.length).toBe(2)
    await write(async tx => {
      await tx.query.updateTable('books').set({ path: 'elsewhere.cbz' }).where('title', '=', 'b').execute()
      await hideDeleted(tx, books, 5)
    })
    const left = await doomedBooks(reader, SYSTEM_VIEWER, { seriesIds: [seriesId] })
    expect(left.map(book => book.path)).toEqual(['elsewhere.cbz'])
  })
})
