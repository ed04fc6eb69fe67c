// Books whose files move to another library, or return with other bytes.
import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, cpSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { startParserPool } from '../../../workers'
import { recordPlace, UNATTRIBUTED } from '../../reading/progress'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('books that are found again', database => {
  let a: TestLibrary
  let b: TestLibrary
  beforeEach(async () => {
    a = await createTestLibrary(database.connection, pool)
    b = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => {
    a.remove()
    b.remove()
  })

  const reader = () => database.connection.reader.query
  const tomorrow = Date.now() + 86_400_000

  async function add(library: TestLibrary, ...paths: string[]): Promise<void> {
    for (const path of paths) await library.files.add(path, { pages: 4 })
  }

  async function book(library: TestLibrary, path: string) {
    const found = (await library.books())[path]
    if (!found) throw new Error(`${path} is not listed`)
    return found
  }

  /** A file or folder moves from one library to another. */
  function send(from: string, to: string, source = a, target = b): void {
    mkdirSync(dirname(join(target.root, to)), { recursive: true })
    renameSync(join(source.root, from), join(target.root, to))
  }

  /** Replaces a file by the same pages with other metadata, in an archive packed differently. */
  async function retag(library: TestLibrary, from: string, to: string, width: number): Promise<void> {
    library.files.remove(from)
    const tagged = { pages: 4, size: { width, height: 60 }, method: 'deflate' as const }
    await library.files.add(to, { ...tagged, comicInfo: { Title: `${to}, tagged`, Number: 5 } })
  }

  async function read(library: TestLibrary, path: string, page = 3): Promise<string> {
    const at = { pk: (await book(library, path)).pk, series_pk: await seriesOf(library, path) }
    const place = { page, percentage: 0.5, completed: false }
    const name = crypto.randomUUID()
    await database.connection.write(async tx => {
      await recordPlace(tx, { ...UNATTRIBUTED, user: await insertUser(tx, name), book: at, place }, tomorrow)
    })
    return name
  }

  async function seriesOf(library: TestLibrary, path: string): Promise<number> {
    const row = await reader()
      .selectFrom('books')
      .select('series_pk')
      .where('pk', '=', (await book(library, path)).pk)
      .executeTakeFirstOrThrow()
    return row.series_pk
  }

  /** The reader's place: book and library, including the sums of the series. */
  async function placeOf(name: string) {
    return reader()
      .selectFrom('users')
      .innerJoin('read_progress', 'read_progress.user_pk', 'users.pk')
      .innerJoin('books', 'books.pk', 'read_progress.book_pk')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .leftJoin('series_progress', join =>
        join.onRef('series_progress.user_pk', '=', 'users.pk').onRef('series_progress.series_pk', '=', 'series.pk'),
      )
      .where('users.username', '=', name)
      .select(['read_progress.current_page as page', 'books.id', 'books.path', 'books.deleted', 'books.library_pk'])
      .select(['series.library_pk as series_library', 'series_progress.in_progress_count as reading'])
      .select(sql => sql('read_progress.series_pk', '=', sql.ref('books.series_pk')).as('counted'))
      .execute()
  }

  const sums = async () =>
    reader()
      .selectFrom('libraries')
      .select(['pk', 'book_count', 'series_count'])
      .where('pk', 'in', [a.pk, b.pk])
      .orderBy('pk')
      .execute()
      .then(rows => rows.map(({ book_count, series_count }) => [book_count, series_count]))

  for (const first of ['the old library', 'the new library', 'both, the new one once more']) {
    test(`keeps row, progress and cover of a file that went to another library, when ${first} is scanned first`, async () => {
      await add(a, 'S/1.cbz', 'S/2.cbz', 'T/1.cbz')
      await add(b, 'X/1.cbz')
      await a.scan()
      await b.scan()
      const before = await book(a, 'S/1.cbz')
      const someone = await read(a, 'S/1.cbz')
      send('S/1.cbz', 'Y/one.cbz')
      const order = { 'the old library': [a, b], 'the new library': [b, a] }[first] ?? [b, a, b]
      for (const library of order) {
        expect(await library.scan()).toMatchObject({ status: 'completed' })
        expect(library.opened).toEqual([])
      }
      const after = await book(b, 'Y/one.cbz')
      expect([after.id, after.pages, after.series]).toEqual([before.id, 4, 'Y'])
      expect(await placeOf(someone)).toMatchObject([
        { page: 3, id: before.id, library_pk: b.pk, series_library: b.pk, reading: 1 },
      ])
      expect(Object.keys(await a.books())).toEqual(['S/2.cbz', 'T/1.cbz'])
      expect(await sums()).toEqual([
        [2, 2],
        [2, 2],
      ])
    })
  }

  test('keeps the old row when the new library had listed the file before the move', async () => {
    await add(a, 'S/1.cbz', 'S/2.cbz')
    await a.scan()
    await b.scan()
    const before = await book(a, 'S/1.cbz')
    const someone = await read(a, 'S/1.cbz')
    mkdirSync(join(b.root, 'S'))
    copyFileSync(join(a.root, 'S/1.cbz'), join(b.root, 'S/1.cbz'))
    await b.scan()
    const fresh = await book(b, 'S/1.cbz')
    expect(fresh.id).not.toBe(before.id)
    const another = await read(b, 'S/1.cbz', 2)
    a.files.remove('S/1.cbz')
    expect(await a.scan()).toMatchObject({ result: { books_moved: 1, books_deleted: 0 } })
    expect((await book(b, 'S/1.cbz')).id).toBe(before.id)
    expect(await placeOf(someone)).toMatchObject([{ page: 3, library_pk: b.pk, reading: 1 }])
    expect(await placeOf(another)).toMatchObject([{ page: 2, id: before.id, library_pk: b.pk, reading: 1 }])
  })

  test('keeps both when somebody has read in both', async () => {
    await add(a, 'S/1.cbz', 'S/2.cbz')
    await a.scan()
    await b.scan()
    const someone = await read(a, 'S/1.cbz')
    cpSync(join(a.root, 'S'), join(b.root, 'S'), { recursive: true })
    await b.scan()
    const fresh = await book(b, 'S/1.cbz')
    const freshSeries = await seriesOf(b, 'S/1.cbz')
    await database.connection.write(async tx => {
      const { pk: userPk } = await tx.query
        .selectFrom('users')
        .select('pk')
        .where('username', '=', someone)
        .executeTakeFirstOrThrow()
      const place = { page: 2, percentage: 0.4, completed: false }
      const at = { pk: fresh.pk, series_pk: freshSeries }
      await recordPlace(tx, { ...UNATTRIBUTED, user: userPk, book: at, place }, tomorrow)
    })
    a.files.remove('S/1.cbz')
    expect(await a.scan()).toMatchObject({ result: { books_moved: 0, books_deleted: 1 } })
    expect((await book(b, 'S/1.cbz')).id).toBe(fresh.id)
    expect((await placeOf(someone)).map(({ page }) => page).sort()).toEqual([2, 3])
  })

  test('makes new books of copies in another library, of a disk that is away, too', async () => {
    await add(a, 'S/1.cbz', 'S/2.cbz', 'S/3.cbz')
    await a.scan()
    await b.scan()
    const before = await a.books()
    cpSync(join(a.root, 'S'), join(b.root, 'S'), { recursive: true })
    a.files.move('S', '../away')
    await b.scan()
    expect(await a.scan()).toMatchObject({ status: 'failed' })
    expect(await a.books()).toEqual(before)
    const copies = Object.values(await b.books()).map(({ id }) => id)
    expect(copies.filter(id => Object.values(before).some(one => one.id === id))).toEqual([])
    a.files.move('../away', 'S')
    await a.scan()
    expect([await a.books(), a.opened]).toEqual([before, []])
    // Both existed at the same time: deletion of one is final.
    a.files.remove('S/1.cbz')
    expect(await a.scan()).toMatchObject({ result: { books_deleted: 1, books_moved: 0 } })
  })

  test('gives a restored file the row that was read, not that of a copy that is gone, though it went along with its series', async () => {
    await add(a, 'S/1.cbz', 'S/2.cbz', ...Array.from({ length: 10 }, (_, n) => `T/${n}.cbz`))
    await add(b, 'X/1.cbz')
    await a.scan()
    await b.scan()
    const before = await book(a, 'S/1.cbz')
    const someone = await read(a, 'S/1.cbz')
    a.files.copy('S/1.cbz', 'C/1.cbz')
    await a.scan()
    a.files.remove('C/1.cbz')
    expect(await a.scan()).toMatchObject({ result: { books_deleted: 1 } })
    const away = join(a.root, '../away.cbz')
    renameSync(join(a.root, 'S/1.cbz'), away)
    send('S/2.cbz', 'S/2.cbz')
    expect(await a.scan()).toMatchObject({ result: { books_deleted: 2 } })
    await b.scan()
    expect(await placeOf(someone)).toMatchObject([{ library_pk: b.pk, path: 'S/1.cbz' }])
    mkdirSync(join(a.root, 'R'))
    renameSync(away, join(a.root, 'R/one.cbz'))
    await a.scan()
    expect((await book(a, 'R/one.cbz')).id).toBe(before.id)
    expect(await placeOf(someone)).toMatchObject([{ page: 3, id: before.id, library_pk: a.pk, path: 'R/one.cbz' }])
  })

  test('leaves copies their rows that were listed by a scan which had to ask, when one of them goes', async () => {
    await add(a, 'S/1.cbz', 'S/2.cbz', 'S/3.cbz', 'S/4.cbz')
    await a.scan()
    // Half of the books are gone: the scan asks, and has added the new ones all the same.
    a.files.remove('S/1.cbz')
    a.files.remove('S/2.cbz')
    await add(a, 'T/a.cbz')
    for (const copy of ['b', 'c', 'd', 'e']) a.files.copy('T/a.cbz', `T/${copy}.cbz`)
    await a.scan()
    const before = await a.books()
    expect(Object.keys(before)).toContain('T/e.cbz')
    a.files.remove('T/a.cbz')
    await a.scan({ confirmed: true })
    await a.scan()
    const after = await a.books()
    for (const path of ['T/b.cbz', 'T/c.cbz', 'T/d.cbz', 'T/e.cbz'])
      expect(after[path]?.id).toBe(before[path]?.id ?? '')
  })

  test('takes the series along when all of its folder goes, with its hidden books, and leaves it when half does', async () => {
    await add(a, 'S/1.cbz', 'S/2.cbz', 'S/3.cbz', 'T/1.cbz', 'T/2.cbz', 'U/1.cbz', 'U/2.cbz', 'U/3.cbz')
    await a.scan()
    await b.scan()
    const gone = await book(a, 'S/3.cbz')
    a.files.remove('S/3.cbz')
    await a.scan()
    const before = await a.books()
    const seriesId = before['S/1.cbz']?.seriesId ?? ''
    await database.connection.write(async tx => {
      const names = { title: 'My S', title_locked: true, title_sort: 'Zzz', sort_key: 'zzz', title_sort_locked: true }
      const edits = { summary: 'Written by hand', ...names }
      await tx.query.updateTable('series').set(edits).where('id', '=', seriesId).execute()
    })
    const someone = await read(a, 'S/2.cbz')
    send('S', 'Moved S')
    send('T/1.cbz', 'T/1.cbz')
    await b.scan()
    await a.scan()
    const here = await b.books()
    expect(here['Moved S/1.cbz']).toMatchObject({ id: before['S/1.cbz']?.id ?? '', seriesId, series: 'Moved S' })
    expect(here['T/1.cbz']?.id).toBe(before['T/1.cbz']?.id)
    expect(here['T/1.cbz']?.seriesId).not.toBe(before['T/1.cbz']?.seriesId ?? '')
    expect((await a.books())['T/2.cbz']?.seriesId).toBe(before['T/2.cbz']?.seriesId)
    const series = await reader().selectFrom('series').selectAll().where('id', '=', seriesId).executeTakeFirstOrThrow()
    expect(series).toMatchObject({ library_pk: b.pk, title: 'My S', summary: 'Written by hand', book_count: 2 })
    expect([series.title_sort, series.sort_key]).toEqual(['Zzz', 'zzz'])
    expect(await placeOf(someone)).toMatchObject([{ page: 3, library_pk: b.pk, series_library: b.pk, reading: 1 }])
    const hidden = await reader().selectFrom('books').selectAll().where('id', '=', gone.id).executeTakeFirstOrThrow()
    expect([hidden.library_pk, hidden.series_pk]).toEqual([b.pk, series.pk])
    expect(await sums()).toEqual([
      [4, 2],
      [3, 2],
    ])
    const stray = await reader()
      .selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .whereRef('books.library_pk', '<>', 'series.library_pk')
      .select('books.path')
      .execute()
    expect(stray).toEqual([])
  })

  test('shows a purged-not-yet book again wherever its file comes back', async () => {
    await add(a, 'S/1.cbz', 'S/2.cbz')
    await add(b, 'X/1.cbz')
    await a.scan()
    await b.scan()
    const { id } = await book(a, 'S/1.cbz')
    const someone = await read(a, 'S/1.cbz')
    a.files.move('S/1.cbz', '../kept.cbz')
    await a.scan()
    expect(await placeOf(someone)).toMatchObject([{ page: 3, reading: null }])
    send('../kept.cbz', 'Z/other name.cbz')
    await b.scan()
    expect((await book(b, 'Z/other name.cbz')).id).toBe(id)
    expect(await placeOf(someone)).toMatchObject([{ page: 3, library_pk: b.pk, reading: 1 }])
  })

  test('knows files by their pages that were retagged or repacked and renamed, however many at once', async () => {
    for (const width of [700, 701, 702]) await a.files.add(`S/${width}.cbz`, { pages: 4, size: { width, height: 60 } })
    await add(a, 'S/other.cbz')
    await a.scan()
    const before = await a.books()
    const someone = await read(a, 'S/701.cbz')
    for (const width of [700, 701, 702]) await retag(a, `S/${width}.cbz`, `S/New ${width}.cbz`, width)
    expect(await a.scan()).toMatchObject({
      status: 'completed',
      result: { books_moved: 3, books_created: 0, books_deleted: 0 },
    })
    const after = await a.books()
    expect(Object.keys(after)).toEqual(['S/New 700.cbz', 'S/New 701.cbz', 'S/New 702.cbz', 'S/other.cbz'])
    expect(after['S/New 701.cbz']).toMatchObject({ id: before['S/701.cbz']?.id ?? '', title: 'S/New 701.cbz, tagged' })
    expect(after['S/New 701.cbz']?.analyzed).toBeTruthy()
    expect(await placeOf(someone)).toMatchObject([{ page: 3, path: 'S/New 701.cbz', reading: 1 }])
    expect(await a.scan()).toMatchObject({ result: { books_moved: 0, books_created: 0, books_deleted: 0 } })
    expect(await a.books()).toEqual(after)
  })

  test('knows one by its pages of which there was a copy once', async () => {
    const written = { pages: 4, size: { width: 720, height: 60 } }
    await a.files.add('S/1.cbz', written)
    await a.files.add('S/2.cbz', { pages: 4 })
    await a.scan()
    copyFileSync(join(a.root, 'S/1.cbz'), join(a.root, 'S/copy.cbz'))
    await a.scan()
    a.files.remove('S/copy.cbz')
    await a.scan()
    expect(Object.keys(await a.books()).sort()).toEqual(['S/1.cbz', 'S/2.cbz'])
    const { id } = await book(a, 'S/1.cbz')
    await retag(a, 'S/1.cbz', 'T/other.cbz', 720)
    await a.scan()
    expect(await book(a, 'T/other.cbz')).toMatchObject({ id })
  })

  test('knows them in another library, and takes no edition for another', async () => {
    await a.files.add('S/1.cbz', { pages: 4, size: { width: 800, height: 60 } })
    await a.files.add('S/2.cbz', { pages: 4, size: { width: 801, height: 60 } })
    await add(a, 'S/3.cbz')
    await a.scan()
    await b.scan()
    const before = await a.books()
    const someone = await read(a, 'S/1.cbz')
    await retag(a, 'S/1.cbz', '../outside.cbz', 800)
    send('../outside.cbz', 'S/1.cbz')
    // Two with the same pages: neither is a better match.
    await retag(a, 'S/2.cbz', '../outside.cbz', 801)
    cpSync(join(a.root, '../outside.cbz'), join(b.root, 'S/2.cbz'))
    await b.files.add('S/2 again.cbz', { pages: 4, size: { width: 801, height: 60 }, comicInfo: { Number: 1 } })
    await b.scan()
    await a.scan()
    const after = await b.books()
    expect(after['S/1.cbz']?.id).toBe(before['S/1.cbz']?.id)
    expect(await placeOf(someone)).toMatchObject([{ page: 3, library_pk: b.pk, reading: 1 }])
    const old = before['S/2.cbz']?.id
    expect([after['S/2.cbz']?.id === old, after['S/2 again.cbz']?.id === old]).toEqual([false, false])
  })
})
