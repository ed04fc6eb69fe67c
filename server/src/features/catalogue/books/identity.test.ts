import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { inherit } from './identity.store'

forEachDatabase('a book whose file was found under another name', database => {
  test('has the path and the file name of the new row, also for apps that know files by their names', async () => {
    const { reader, write } = database.connection
    const { pk, freshPk } = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'here')
      const place = { libraryPk, seriesPk: await insertSeries(tx, libraryPk, 'Tide') }
      const pk = await insertBook(tx, place, 'old', { path: 'Tide/old.cbz', file_name_md5: 'of old' })
      const freshPk = await insertBook(tx, place, 'new', { path: 'Tide/new.cbz', file_name_md5: 'of new' })
      return { pk, freshPk }
    })
    await write(tx => inherit(tx, [{ pk, freshPk }], 1))
    const books = await reader.query.selectFrom('books').select(['pk', 'path', 'file_name', 'file_name_md5']).execute()
    expect(books).toEqual([{ pk, path: 'Tide/new.cbz', file_name: 'new.cbz', file_name_md5: 'of new' }])
  })
})
