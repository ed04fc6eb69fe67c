import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { moveBooks } from './moved-books.store'

forEachDatabase('books whose files were moved', database => {
  test('stay in the library that they have moved to since', async () => {
    const { reader, write } = database.connection
    const books = () =>
      reader.query
        .selectFrom('books')
        .select(['pk', 'library_pk', 'folder_pk', 'series_pk', 'path'])
        .orderBy('pk')
        .execute()
    const { here, seriesPk, folderPk, pks } = await write(async tx => {
      const here = await insertLibrary(tx, 'here')
      const there = await insertLibrary(tx, 'there')
      const seriesPk = await insertSeries(tx, here, 'Tide')
      const pks = [
        await insertBook(tx, { libraryPk: here, seriesPk }, 'a'),
        await insertBook(tx, { libraryPk: there, seriesPk: await insertSeries(tx, there, 'Tide') }, 'b'),
      ]
      const { pk: folderPk } = await tx.query
        .selectFrom('library_folders')
        .select('pk')
        .where('library_pk', '=', here)
        .executeTakeFirstOrThrow()
      return { here, seriesPk, folderPk, pks }
    })
    const [, elsewhere] = await books()
    const names = { title: 'New', sortKey: 'new', searchText: 'new', number: null, volume: null, chapter: null }
    const stamp = { size: 1, modifiedMs: 1, inode: 2 }
    const moved = pks.map(pk => {
      return { pk, folderPk, path: `new/${pk}.cbz`, fileName: `${pk}.cbz`, seriesPk, stamp, names }
    })
    expect([...(await write(tx => moveBooks(tx, here, moved, 1)))]).toEqual(pks.slice(0, 1))
    const [first, second] = await books()
    expect(first).toMatchObject({ path: `new/${pks[0]}.cbz`, library_pk: here })
    expect(second).toEqual(elsewhere as NonNullable<typeof second>)
  })
})
