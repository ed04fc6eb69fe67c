import { beforeAll, expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { selectPage } from '../../lists/engine'
import { recordPlace, UNATTRIBUTED } from '../../reading/progress'
import { itemText } from '../items'
import { BOOKS } from './book-entity'
import { BOOK_JSON, BOOK_ROW } from './book-row'

forEachDatabase('books that are asked for again', database => {
  let viewer: Viewer
  let other: Viewer
  let limited: Viewer
  let seriesPk = 0
  let dunePk = 0
  let akiraPk = 0

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const userPk = await insertUser(tx, 'ada')
      const otherPk = await insertUser(tx, 'bob')
      const comics = await insertLibrary(tx, 'Comics')
      const novels = await insertLibrary(tx, 'Novels')
      seriesPk = await insertSeries(tx, comics, 'Akira')
      akiraPk = await insertBook(tx, { libraryPk: comics, seriesPk }, 'Akira 1')
      const dune = await insertSeries(tx, novels, 'Dune')
      dunePk = await insertBook(tx, { libraryPk: novels, seriesPk: dune }, 'Dune 1')
      viewer = { ...SYSTEM_VIEWER, userPk }
      other = { ...SYSTEM_VIEWER, userPk: otherPk }
      limited = { ...SYSTEM_VIEWER, userPk: otherPk, visibility: { kind: 'libraries', libraryPks: [novels] } }
    })
  })

  const question = { sort: BOOKS.defaultSort, page: 1, pageSize: 50 }
  const rows = async (as: Viewer) =>
    (await selectPage(database.connection.reader, as, BOOK_ROW, question)).rows.map(row => [
      row.title,
      row.progress_page,
    ])
  const texts = async (as: Viewer) =>
    (await selectPage(database.connection.reader, as, BOOK_JSON, question)).rows.map(row => {
      const { title, readProgress } = JSON.parse(itemText(row))
      return [title, readProgress?.currentPage ?? null]
    })

  test('are returned to everybody with access, no matter who asked first', async () => {
    expect(await rows(limited)).toEqual([['Dune 1', null]])
    const all = [
      ['Akira 1', null],
      ['Dune 1', null],
    ]
    expect(await rows(viewer)).toEqual(all)
    expect(await rows(viewer)).toEqual(all)
    expect(await rows(limited)).toEqual([['Dune 1', null]])
  })

  test('show the progress of each reader, as soon as it is written', async () => {
    const read = { ...UNATTRIBUTED, user: viewer.userPk, book: { pk: akiraPk, series_pk: seriesPk } }
    for (const page of [3, 4]) {
      const place = { page, percentage: null, completed: false }
      await database.connection.write(tx => recordPlace(tx, { ...read, place }, page))
      expect(await rows(viewer)).toEqual([
        ['Akira 1', page],
        ['Dune 1', null],
      ])
      expect(await texts(viewer)).toEqual([
        ['Akira 1', page],
        ['Dune 1', null],
      ])
      expect(await texts(other)).toEqual([
        ['Akira 1', null],
        ['Dune 1', null],
      ])
    }
  })

  test('are as they are now: changed, deleted, and back', async () => {
    const { write } = database.connection
    await write(tx => tx.query.updateTable('books').set({ title: 'Dune I' }).where('pk', '=', dunePk).execute())
    expect(await texts(limited)).toEqual([['Dune I', null]])
    await write(tx => tx.query.updateTable('books').set({ deleted: true }).where('pk', '=', dunePk).execute())
    expect(await texts(limited)).toEqual([])
    await write(tx => tx.query.updateTable('books').set({ deleted: false }).where('pk', '=', dunePk).execute())
    expect(await texts(limited)).toEqual([['Dune I', null]])
  })

  test('are of the moment before or after a change, never of another one', async () => {
    const { reader, write } = database.connection
    for (let time = 0; time < 20; time++) {
      const [during] = await Promise.all([
        selectPage(reader, limited, BOOK_ROW, question),
        write(tx =>
          tx.query
            .updateTable('books')
            .set({ title: `Dune ${time}` })
            .where('pk', '=', dunePk)
            .execute(),
        ),
      ])
      expect(during.rows).toHaveLength(1)
      expect(await rows(limited)).toEqual([[`Dune ${time}`, null]])
    }
  })
})
