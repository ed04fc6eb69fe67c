// Counting books by words: for most searches the database counts series and reads no book.
import { beforeAll, expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { searchText } from '../../../kernel/search-words'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { BOOK_ROW } from '../../catalogue/books'
import { selectPage } from '../engine'
import { parseText } from './text-search'

forEachDatabase('counting books with words', database => {
  let akira = 0
  let berserk = 0
  let novels = 0
  let limited: Viewer

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const comics = await insertLibrary(tx, 'Comics')
      novels = await insertLibrary(tx, 'Novels')
      limited = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [novels] } }
      akira = await insertSeries(tx, comics, 'Akira')
      for (const title of ['Akira', 'Akihabara stories', 'Sketches', 'Tokyo'])
        await insertBook(tx, { libraryPk: comics, seriesPk: akira }, title, { number: 7, volume: 2 })
      await insertBook(tx, { libraryPk: comics, seriesPk: akira }, 'Akira, gone', { deleted: true })
      berserk = await insertSeries(tx, comics, 'Berserk')
      for (const title of ['Berserk', 'Berserk meets Akira', 'The akimbo volume', 'Sketches 7'])
        await insertBook(tx, { libraryPk: comics, seriesPk: berserk }, title)
      await insertBook(tx, { libraryPk: comics, seriesPk: berserk }, 'Akira meets nobody', { deleted: true })
      const novel = await insertSeries(tx, novels, 'The night')
      await insertBook(tx, { libraryPk: novels, seriesPk: novel }, 'Akira at night')
      await insertBook(tx, { libraryPk: novels, seriesPk: novel }, 'Berserk at noon')
    })
  })

  const count = async (typed: string, as: Viewer = SYSTEM_VIEWER, libraryPk?: number) => {
    const sort = [{ field: 'title', direction: 'asc' }] as const
    const question = { text: parseText(typed), sort, page: 1, pageSize: 50, scope: { library: libraryPk } }
    const { rows, total } = await selectPage(database.connection.reader, as, BOOK_ROW, question)
    expect(rows).toHaveLength(total)
    return total
  }

  test.each([
    // All of its series, two of another series that have the word themselves, and one elsewhere.
    ['akira', 6],
    ['aki', 7],
    // Beyond the series, next to one with the same beginning.
    ['akih', 1],
    ['akim', 1],
    ['sketches', 2],
    ['berserk', 5],
    ['night', 2],
    ['nobody', 0],
    // Numbers of books are among their words.
    ['7', 5],
    ['2', 4],
    ['akira 7', 4],
    ['berserk akira', 1],
  ])('%p: %p', async (typed, expected) => {
    expect(await count(typed)).toBe(expected)
  })

  test('counts visible items of the requested library', async () => {
    expect(await count('akira', limited)).toBe(1)
    expect(await count('sketches', limited)).toBe(0)
    expect(await count('akira', SYSTEM_VIEWER, novels)).toBe(1)
    const hidden: Viewer = {
      ...SYSTEM_VIEWER,
      visibility: { kind: 'libraries', libraryPks: [] },
    }
    expect(await count('akira', hidden)).toBe(0)
  })

  test('follows words, when books and series get others', async () => {
    await database.connection.write(async tx => {
      const words = searchText('Bersekr and Akira')
      await tx.query.updateTable('series').set({ search_text: words }).where('pk', '=', berserk).execute()
    })
    expect([await count('akira'), await count('berserk'), await count('bersekr')]).toEqual([9, 3, 4])
    await database.connection.write(async tx => {
      const changed = tx.query.updateTable('books').where('series_pk', '=', akira)
      await changed.set({ search_text: 'kaneda' }).where('title', '=', 'Tokyo').execute()
      await tx.query.updateTable('series').set({ search_text: 'tetsuo' }).where('pk', '=', akira).execute()
    })
    expect([await count('akira'), await count('kaneda'), await count('tetsuo')]).toEqual([6, 1, 4])
  })
})
