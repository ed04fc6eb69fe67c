import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { itemText } from '../items'
import { adjacentBooks } from './book.queries'

forEachDatabase('the books next to one in its series', database => {
  test('are those that can be opened', async () => {
    const { connection } = database
    const ids = { first: newId(), damaged: newId(), locked: newId(), partly: newId(), last: newId() }
    const viewer = await connection.write(async (tx): Promise<Viewer> => {
      const userPk = await insertUser(tx, 'ada')
      const libraryPk = await insertLibrary(tx, 'Damage')
      const seriesPk = await insertSeries(tx, libraryPk, 'Damage', { book_count: 5 })
      const insert = (name: keyof typeof ids, number: number, page_count: number, analysis_error: string | null) =>
        insertBook(tx, { libraryPk, seriesPk }, name, { id: ids[name], number, page_count, analysis_error })
      await insert('first', 1, 10, null)
      await insert('damaged', 2, 0, 'It is broken')
      const book_pk = await insert('locked', 3, 10, 'It is encrypted')
      const error = { reason: 'encrypted', details: null, occurred_at: 1, ignored_at: null }
      await tx.query
        .insertInto('book_errors')
        .values({ ...error, book_pk, error_type: 'parser', message: 'It is encrypted' })
        .execute()
      await insert('partly', 4, 10, 'A page is broken')
      await insert('last', 5, 0, 'It is broken')
      return { ...SYSTEM_VIEWER, userPk, userId: newId() }
    })
    const near = async (name: keyof typeof ids) => {
      const { previous, next } = await adjacentBooks(connection.reader, viewer, ids[name])
      return [previous, next].map(found => found && JSON.parse(itemText(found)).title)
    }
    expect(await near('first')).toEqual([null, 'partly'])
    expect(await near('damaged')).toEqual(['first', 'partly'])
    expect(await near('partly')).toEqual(['first', null])
    expect(await near('last')).toEqual(['partly', null])
  })
})
