import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertLibrary } from '../../../db/testing-rows'
import { insertSeries } from './series.store'

const NO_BOOKS = { books: 0, volumes: 0, maxVolume: null, maxChapter: null }

forEachDatabase('series that two tasks make at a time', database => {
  test('become one row, whichever is first', async () => {
    const { reader, write } = database.connection
    const libraryPk = await write(tx => insertLibrary(tx, 'comics'))
    const make = (path: string) => write(tx => insertSeries(tx, { libraryPk, path, title: 'Tide' }, NO_BOOKS, 1))
    for (const path of ['Tide', 'long/'.repeat(700)]) {
      const made = await Promise.all(Array.from({ length: 8 }, () => make(path)))
      expect(new Set(made.map(({ pk, id }) => `${pk} ${id}`)).size).toBe(1)
      expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
    }
    expect(await reader.query.selectFrom('series').select('pk').execute()).toHaveLength(2)
  })
})
