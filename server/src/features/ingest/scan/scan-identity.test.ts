import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { startParserPool } from '../../../workers'
import { recordPlace, UNATTRIBUTED } from '../../reading/progress'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('the identity of books', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => library.remove())

  const reader = () => database.connection.reader.query
  const paths = async () => Object.keys(await library.books())
  const book = async (path: string) => {
    const found = (await library.books())[path]
    if (!found) throw new Error(`${path} is not listed`)
    return found
  }
  const libraryRow = () =>
    reader().selectFrom('libraries').selectAll().where('id', '=', library.id).executeTakeFirstOrThrow()

  async function addBooks(...names: string[]): Promise<void> {
    for (const name of names) await library.files.add(name)
  }

  /** A reader on page 3 of a book; returns a function that checks this. */
  async function read(path: string): Promise<() => Promise<unknown>> {
    const { pk } = await book(path)
    const { series_pk } = await reader()
      .selectFrom('books')
      .select('series_pk')
      .where('pk', '=', pk)
      .executeTakeFirstOrThrow()
    const user = crypto.randomUUID()
    await database.connection.write(async tx => {
      const { pk: userPk } = await tx.query
        .insertInto('users')
        .values({
          ...{ id: user, username: user, username_key: user, email: user, email_key: user, password_hash: '' },
          ...{ role: 'reader', permissions: '[]', is_active: true, email_verified: true, credentials_version: 0 },
          ...{ created_at: 0, updated_at: 0 },
        })
        .returning('pk')
        .executeTakeFirstOrThrow()
      const place = { page: 3, percentage: 0.5, completed: false }
      await recordPlace(tx, { ...UNATTRIBUTED, user: userPk, book: { pk, series_pk }, place }, 5)
    })
    return async () =>
      reader()
        .selectFrom('read_progress')
        .innerJoin('users', 'users.pk', 'read_progress.user_pk')
        .innerJoin('books', 'books.pk', 'read_progress.book_pk')
        .innerJoin('series', 'series.pk', 'read_progress.series_pk')
        .leftJoin('series_progress', join =>
          join.onRef('series_progress.user_pk', '=', 'users.pk').onRef('series_progress.series_pk', '=', 'series.pk'),
        )
        .select(['read_progress.current_page as page', 'books.path', 'books.deleted', 'series.path as series'])
        .select('series_progress.in_progress_count as reading')
        .where('users.id', '=', user)
        .executeTakeFirst()
  }

  test('keeps book and progress when a file is renamed or moved, and opens it no more', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz', 'B/1.cbz')
    await library.scan()
    const { id } = await book('A/1.cbz')
    const progress = await read('A/1.cbz')
    library.files.move('A/1.cbz', 'B/Beta v07.cbz')
    expect(await library.scan()).toMatchObject({ result: { books_moved: 1, books_created: 0, books_deleted: 0 } })
    expect(await book('B/Beta v07.cbz')).toMatchObject({ id, series: 'B', title: 'Beta v07', number: 7, pages: 1 })
    expect(await progress()).toEqual({ page: 3, path: 'B/Beta v07.cbz', deleted: false, series: 'B', reading: 1 })
    expect(library.opened).toEqual([])
    expect((await paths()).length).toBe(3)
  })

  test('recognizes a moved file by its content when the disk gives it another inode and time', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz')
    await library.scan()
    const { id } = await book('A/1.cbz')
    library.files.copy('A/1.cbz', 'C/one.cbz')
    library.files.touch('C/one.cbz')
    library.files.remove('A/1.cbz')
    await library.scan()
    expect((await book('C/one.cbz')).id).toBe(id)
    expect(library.opened).toEqual([])
  })

  test('keeps the series when its folder is renamed, with a new book in it', async () => {
    await addBooks('Old/1.cbz', 'Old/2.cbz', 'Other/1.cbz')
    await library.scan()
    const before = await library.books()
    library.files.move('Old', 'New')
    await library.files.add('New/3.cbz')
    await library.scan()
    const after = await library.books()
    expect(Object.values(after).map(one => [one.series, one.seriesId])).toEqual([
      ...['New/1.cbz', 'New/2.cbz', 'New/3.cbz'].map(() => ['New', before['Old/1.cbz']?.seriesId ?? '']),
      ['Other', before['Other/1.cbz']?.seriesId ?? ''],
    ])
    expect([after['New/1.cbz']?.id, after['New/2.cbz']?.id]).toEqual([before['Old/1.cbz']?.id, before['Old/2.cbz']?.id])
    expect(library.opened).toEqual(['New/3.cbz'])
  })

  test('makes a new book of a copy', async () => {
    await addBooks('A/1.cbz')
    await library.scan()
    const { id } = await book('A/1.cbz')
    library.files.copy('A/1.cbz', 'A/copy.cbz')
    await library.scan()
    expect((await book('A/1.cbz')).id).toBe(id)
    expect((await book('A/copy.cbz')).id).not.toBe(id)
  })

  test('exchanges the books of files that exchanged their names', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz')
    await library.scan()
    const before = await library.books()
    library.files.move('A/1.cbz', 'A/x')
    library.files.move('A/2.cbz', 'A/1.cbz')
    library.files.move('A/x', 'A/2.cbz')
    await library.scan()
    const after = await library.books()
    expect([after['A/1.cbz']?.id, after['A/2.cbz']?.id]).toEqual([before['A/2.cbz']?.id, before['A/1.cbz']?.id])
  })

  test('hides a book whose file is gone, and shows it again with its progress when it is back', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz', 'A/3.cbz')
    await library.scan()
    const before = await library.books()
    const progress = await read('A/1.cbz')
    library.files.move('A/1.cbz', '../away.cbz')
    expect(await library.scan()).toMatchObject({ result: { books_deleted: 1 } })
    expect(await paths()).toEqual(['A/2.cbz', 'A/3.cbz'])
    expect((await libraryRow()).book_count).toBe(2)
    expect(await progress()).toMatchObject({ page: 3, deleted: true, reading: null })
    library.files.move('../away.cbz', 'A/1.cbz')
    expect(await library.scan()).toMatchObject({ result: { books_restored: 1, books_created: 0 } })
    expect(await library.books()).toEqual(before)
    expect(await progress()).toMatchObject({ page: 3, deleted: false, reading: 1 })
    expect(library.opened).toEqual([])
  })

  test('shows a hidden book again when its file returns under another name', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz', 'A/3.cbz')
    await library.scan()
    const { id } = await book('A/1.cbz')
    library.files.move('A/1.cbz', '../away.cbz')
    await library.scan()
    library.files.move('../away.cbz', 'A/4.cbz')
    await library.scan()
    expect((await book('A/4.cbz')).id).toBe(id)
  })

  test('reads nothing again when a disk returns with other inodes, and stores them', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz')
    await library.scan()
    const before = await library.books()
    for (const name of ['1', '2']) library.files.rewrite(`A/${name}.cbz`)
    expect(await library.scan()).toMatchObject({ result: { books_moved: 0, books_updated: 0 } })
    expect([await library.books(), library.opened]).toEqual([before, []])
    library.files.move('A/1.cbz', 'B/1.cbz')
    await library.scan()
    expect((await book('B/1.cbz')).id).toBe(before['A/1.cbz']?.id ?? '')
  })

  test('keeps books whose names only change their case or the way that letters are written', async () => {
    await addBooks('Pokemon/Caf\u00e9 1.cbz', 'Pokemon/b.cbz')
    await library.scan()
    const before = await library.books()
    const places = await Promise.all([read('Pokemon/Caf\u00e9 1.cbz'), read('Pokemon/b.cbz')])
    library.files.move('Pokemon', 'POKEMON')
    library.files.move('POKEMON/Caf\u00e9 1.cbz', 'POKEMON/Cafe\u0301 1.cbz')
    library.files.move('POKEMON/b.cbz', 'POKEMON/B.cbz')
    await library.scan()
    const after = await library.books()
    const pairs = [
      ['Pokemon/Caf\u00e9 1.cbz', 'POKEMON/Cafe\u0301 1.cbz'],
      ['Pokemon/b.cbz', 'POKEMON/B.cbz'],
    ] as const
    for (const [from, to] of pairs) {
      expect([after[to]?.id, after[to]?.seriesId]).toEqual([before[from]?.id, before[from]?.seriesId])
    }
    for (const place of places) expect(await place()).toMatchObject({ page: 3, deleted: false, reading: 1 })
    expect([Object.keys(after).length, library.opened]).toEqual([2, []])
  })
})
