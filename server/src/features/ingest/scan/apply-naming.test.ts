import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { startParserPool } from '../../../workers'
import type { NamingChange } from '../../catalogue/naming'
import { previewNaming } from './preview-naming'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('names by other rules', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => library.remove())

  const preview = (change: NamingChange, onlyChanged = false) =>
    previewNaming({ reader: database.connection.reader, pool }, SYSTEM_VIEWER, library.id, change, {
      page: 1,
      pageSize: 50,
      onlyChanged,
    })
  const series = async () =>
    (
      await database.connection.reader.query
        .selectFrom('series')
        .select(['id', 'title', 'book_count as books', 'publisher'])
        .where('library_pk', '=', library.pk)
        .where('book_count', '>', 0)
        .orderBy('sort_key')
        .execute()
    ).map(({ id, ...rest }) => ({ id, ...rest }))

  test('move books to other series without changing their identity', async () => {
    for (const path of ['Saga/Volume 1/c10.cbz', 'Saga/Volume 1/c2.cbz', 'Saga/Volume 2/c3.cbz', 'Alone/x.cbz']) {
      await library.files.add(path)
    }
    await library.scan()
    const before = await library.books()
    expect((await series()).map(one => one.title)).toEqual(['Alone', 'Volume 1', 'Volume 2'])
    const volumeOne = before['Saga/Volume 1/c10.cbz']?.seriesId

    const { rows, summary } = await preview({ seriesStrategy: 'series_volume_chapter' })
    const paths = ['Alone/x.cbz', 'Saga/Volume 1/c2.cbz', 'Saga/Volume 1/c10.cbz', 'Saga/Volume 2/c3.cbz']
    expect(rows.map(row => row.path)).toEqual(paths)
    expect(summary).toEqual({ books: 4, changedBooks: 3, seriesBefore: 3, seriesAfter: 2 })
    expect(rows[1]).toEqual({
      bookId: before['Saga/Volume 1/c2.cbz']?.id ?? '',
      folder: library.root,
      path: 'Saga/Volume 1/c2.cbz',
      before: { series: 'Volume 1', title: 'c2', volume: null, chapter: 2, number: 2 },
      after: { series: 'Saga', title: 'c2', volume: 1, chapter: 2, number: 2 },
      changed: true,
    })
    expect(await library.books()).toEqual(before)

    const end = await library.name({ seriesStrategy: 'series_volume_chapter' })
    expect(end).toMatchObject({ status: 'completed', result: { books: 4, series: 2 } })
    const after = await library.books()
    expect(Object.values(after).map(({ pk, id }) => [pk, id])).toEqual(
      Object.values(before).map(({ pk, id }) => [pk, id]),
    )
    expect((await series()).map(({ title, books }) => [title, books])).toEqual([
      ['Alone', 1],
      ['Saga', 3],
    ])
    // Most of its books come from there, so that row becomes the series.
    expect(after['Saga/Volume 2/c3.cbz']).toMatchObject({ series: 'Saga', seriesId: volumeOne, number: 3 })
    expect((await preview({}, true)).rows).toEqual([])
  })

  test('hold for the next scan, which finds everything unchanged', async () => {
    await library.files.add('Marvel/Spider-Man/1.cbz')
    await library.files.add('Marvel/Thor/1.cbz')
    await library.scan()
    await library.name({ seriesStrategy: 'publisher_hierarchy' })
    await library.files.add('Marvel/Thor/2.cbz')
    await library.files.add('DC/Batman/1.cbz')
    expect(await library.scan()).toMatchObject({ result: { books_created: 2, books_deleted: 0, books_moved: 0 } })
    expect(library.opened.toSorted()).toEqual(['DC/Batman/1.cbz', 'Marvel/Thor/2.cbz'])
    expect((await series()).map(({ title, books, publisher }) => [title, books, publisher])).toEqual([
      ['Batman', 1, 'DC'],
      ['Spider-Man', 1, null],
      ['Thor', 2, null],
    ])
  })

  test('can be undone, and everything is as before', async () => {
    for (const name of ['A/Batman 001.cbz', 'A/Saga 001.cbz', 'B/Batman 002.cbz']) await library.files.add(name)
    await library.scan()
    const before = await library.books()
    await library.name({ seriesStrategy: 'flat', titlePreprocessingRules: [{ pattern: '^Bat', replacement: 'Cat' }] })
    expect((await series()).map(({ title, books }) => [title, books])).toEqual([
      ['Catman', 2],
      ['Saga', 1],
    ])
    await library.name({ seriesStrategy: 'series_volume', titlePreprocessingRules: null })
    const after = await library.books()
    const plain = (books: typeof before) =>
      Object.entries(books).map(([path, { seriesId: _row, ...book }]) => ({ path, ...book }))
    expect(plain(after)).toEqual(plain(before))
    expect((await series()).map(one => one.title)).toEqual(['A', 'B'])
  })

  test('leave a title alone that a person has locked, when its series moves too', async () => {
    await library.files.add('Saga/Saga v01.cbz')
    await library.scan()
    await database.connection.write(tx =>
      tx.query.updateTable('series').set({ title: 'My Saga', title_locked: true }).execute(),
    )
    await library.name({
      titlePreprocessingRules: [{ pattern: '^Saga', replacement: 'Tale' }],
      bookStrategy: 'series_name',
    })
    expect((await series()).map(({ title }) => title)).toEqual(['My Saga'])
    expect(Object.values(await library.books()).map(book => book.title)).toEqual(['My Saga v.01'])
    await library.name({ seriesStrategy: 'publisher_hierarchy' })
    expect((await series()).map(({ title }) => title)).toEqual(['My Saga'])
  })

  test('number by their patterns, or not at all', async () => {
    for (const name of ['S/S v02.cbz', 'S/S v05.cbz', 'S/extra.cbz']) await library.files.add(name)
    await library.scan()
    const numbers = async () => Object.values(await library.books()).map(book => book.number)
    expect(await numbers()).toEqual([2, 5, 1])
    await library.name({ numberStrategy: 'file_order' })
    expect(await numbers()).toEqual([2, 3, 1])
    await library.name({ numberStrategy: 'filename' })
    expect(await numbers()).toEqual([2, 5, null])
    await library.name({ numberStrategy: 'metadata', bookStrategy: 'series_name' })
    expect(await numbers()).toEqual([null, null, null])
    expect(Object.values(await library.books()).map(book => book.title)).toEqual(['S v.02', 'S v.05', 'extra'])
    await library.scan({ mode: 'deep' })
    expect(await numbers()).toEqual([null, null, null])
  })

  test('keep the year of books that differ in it only, whichever was there first', async () => {
    const titles = async () =>
      Object.values(await library.books())
        .map(book => book.title)
        .sort()
    const unchanged = async () => (await preview({})).summary.changedBooks
    for (const path of ['Thor 001 (1998).cbz', 'Thor 002 (1998).cbz']) await library.files.add(`Thor/${path}`)
    await library.scan()
    expect(await titles()).toEqual(['Thor 001', 'Thor 002'])
    await library.files.add('Thor/Thor 001 (of 12) (2007) (Digital).cbz')
    await library.scan()
    expect(await titles()).toEqual(['Thor 001 (1998)', 'Thor 001 (2007)', 'Thor 002'])
    expect(await unchanged()).toBe(0)
    library.files.move('Thor/Thor 002 (1998).cbz', 'Thor/Thor 001 (2011).cbz')
    await library.scan()
    expect(await titles()).toEqual(['Thor 001 (1998)', 'Thor 001 (2007)', 'Thor 001 (2011)'])
    expect(await unchanged()).toBe(0)
    await library.scan({ mode: 'deep' })
    expect(await titles()).toEqual(['Thor 001 (1998)', 'Thor 001 (2007)', 'Thor 001 (2011)'])
  })

  test('lose the year when the other editions are gone or elsewhere, and get it back', async () => {
    const titles = async () =>
      Object.entries(await library.books())
        .map(([path, { title }]) => `${path.slice(0, path.indexOf('/'))}: ${title}`)
        .sort()
    for (const path of ['Thor/Thor 001 (1998).cbz', 'Later/Thor 001 (2007).cbz', 'Thor/Thor 001 (2011).cbz'])
      await library.files.add(path)
    await library.scan()
    expect(await titles()).toEqual(['Later: Thor 001', 'Thor: Thor 001 (1998)', 'Thor: Thor 001 (2011)'])
    library.files.move('Thor/Thor 001 (1998).cbz', 'Later/Thor 001 (1998).cbz')
    await library.scan()
    expect(await titles()).toEqual(['Later: Thor 001 (1998)', 'Later: Thor 001 (2007)', 'Thor: Thor 001'])
    library.files.remove('Later/Thor 001 (2007).cbz')
    await library.scan()
    expect(await titles()).toEqual(['Later: Thor 001', 'Thor: Thor 001'])
    await library.files.add('Later/Thor 001.cbz')
    await library.scan()
    expect(await titles()).toEqual(['Later: Thor 001', 'Later: Thor 001 (1998)', 'Thor: Thor 001'])
    expect((await preview({})).summary.changedBooks).toBe(0)
  })

  test('put books into the series that their metadata names, once they are read', async () => {
    const inside = (series: string) => ({ comicInfo: { Series: series } })
    await library.name({ seriesStrategy: 'flat', seriesConfig: { requireMetadata: true } })
    await library.files.add('one.cbz', inside('Saga'))
    await library.files.add('two.cbz', inside('Saga'))
    await library.files.add('three.cbz')
    await library.scan()
    expect((await series()).map(({ title, books }) => [title, books])).toEqual([
      ['Saga', 2],
      ['Unknown', 1],
    ])
    await library.scan({ mode: 'deep' })
    expect((await series()).map(({ title, books }) => [title, books])).toEqual([
      ['Saga', 2],
      ['Unknown', 1],
    ])
  })
})
