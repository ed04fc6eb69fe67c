import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { moveHiddenBooks } from './identity.store'

forEachDatabase('hidden books that go along with their series', database => {
  test('keep their paths in the other library, unless these are in use there or by one another', async () => {
    const { reader, write } = database.connection
    const target = await write(async tx => {
      const from = await insertLibrary(tx, 'from')
      const to = await insertLibrary(tx, 'to')
      const folder = await tx.query
        .selectFrom('library_folders')
        .select('pk')
        .where('library_pk', '=', to)
        .executeTakeFirstOrThrow()
      const values = { library_pk: from, position: 1, path: '/second' }
      const second = await tx.query
        .insertInto('library_folders')
        .values(values)
        .returning('pk')
        .executeTakeFirstOrThrow()
      const place = { libraryPk: from, seriesPk: await insertSeries(tx, from, 'Tide') }
      const hidden = { deleted: true, deleted_at: 1 }
      await insertBook(tx, place, 'own', { ...hidden, path: 'S/1.cbz' })
      await insertBook(tx, place, 'twin', { ...hidden, path: 'S/1.cbz', folder_pk: second.pk })
      await insertBook(tx, place, 'late', { ...hidden, path: 'S/2.cbz' })
      await insertBook(tx, { libraryPk: to, seriesPk: await insertSeries(tx, to, 'Rain') }, 'there', {
        path: 'S/2.cbz',
      })
      await moveHiddenBooks(tx, place.seriesPk, { libraryPk: to, folderPk: folder.pk })
      return folder.pk
    })
    const books = await reader.query
      .selectFrom('books')
      .select(['title', 'path', 'pk'])
      .where('folder_pk', '=', target)
      .orderBy('pk')
      .execute()
    expect(books.map(({ title, path, pk }) => [title, path === `//${pk}` ? 'none' : path])).toEqual([
      ['own', 'S/1.cbz'],
      ['twin', 'none'],
      ['late', 'none'],
      ['there', 'S/2.cbz'],
    ])
  })
})
