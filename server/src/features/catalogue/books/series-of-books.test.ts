import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { setSeries } from './books.store'
import { renameBooks } from './moved-books.store'

forEachDatabase('books and series of two libraries', database => {
  test('a book can only be moved to a series of its own library', async () => {
    const { reader, write } = database.connection
    const made = await write(async tx => {
      const here = await insertLibrary(tx, 'here')
      const there = await insertLibrary(tx, 'there')
      const seriesPk = await insertSeries(tx, here, 'Tide')
      return {
        bookPk: await insertBook(tx, { libraryPk: here, seriesPk }, 'a'),
        seriesPk,
        other: await insertSeries(tx, here, 'Ebb'),
        foreign: await insertSeries(tx, there, 'Tide'),
      }
    })
    const { bookPk } = made
    const names = { title: 'New', sortKey: 'new', searchText: 'new', number: null, volume: null, chapter: null }
    const rename = (seriesPk: number) => write(tx => renameBooks(tx, [{ pk: bookPk, seriesPk, names }], 1))
    const book = () => reader.query.selectFrom('books').select(['series_pk', 'title']).executeTakeFirst()
    expect(await write(tx => setSeries(tx, bookPk, made.foreign))).toBe(false)
    await rename(made.foreign)
    expect(await book()).toEqual({ series_pk: made.seriesPk, title: 'a' })
    expect(await write(tx => setSeries(tx, bookPk, made.other))).toBe(true)
    await rename(made.seriesPk)
    expect(await book()).toEqual({ series_pk: made.seriesPk, title: 'New' })
  })
})
