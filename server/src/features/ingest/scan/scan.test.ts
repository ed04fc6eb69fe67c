import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES } from '../../../../../tests/kit/paths'
import { forEachDatabase } from '../../../db/testing'
import { requestCancel } from '../../../platform/queue-steer'
import { startParserPool } from '../../../workers'
import { unpackPages } from '../../catalogue/pages'
import { waitingBooks } from '../analysis'
import { notIn } from './known-books.queries'
import { latestScan } from './scan.queries'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('a scan', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => library.remove())

  const reader = () => database.connection.reader.query
  const titles = async () => Object.values(await library.books()).map(book => book.title)
  const paths = async () => Object.keys(await library.books())
  const book = async (path: string) => {
    const found = (await library.books())[path]
    if (!found) throw new Error(`${path} is not listed`)
    return found
  }
  const problem = async () => {
    const folders = reader().selectFrom('library_folders').select('unavailable_reason')
    return (await folders.where('library_pk', '=', library.pk).executeTakeFirstOrThrow()).unavailable_reason
  }
  const libraryRow = () =>
    reader().selectFrom('libraries').selectAll().where('id', '=', library.id).executeTakeFirstOrThrow()
  const lastScan = () => latestScan(database.connection.reader, library.pk)

  async function addBooks(...names: string[]): Promise<void> {
    for (const name of names) await library.files.add(name)
  }

  test('makes series of folders and books of files, with numbers from names and order', async () => {
    await addBooks('Saga/Saga v10.cbz', 'Saga/Saga v02.cbz', 'One/Beta.cbz', 'One/Alpha.cbz', 'b.cbz', 'c.cbz')
    await library.files.add('Deep/Down/Issue #1.5.cbz', {
      comicInfo: { Title: 'The Gift', Number: 7, Volume: 2, Year: 2020 },
    })
    const end = await library.scan()
    expect(end).toMatchObject({ status: 'completed', result: { books_created: 7, series_created: 5, errors: [] } })
    const books = await library.books()
    const shown = Object.fromEntries(Object.entries(books).map(([path, b]) => [path, [b.series, b.title, b.number]]))
    expect(shown).toEqual({
      'Deep/Down/Issue #1.5.cbz': ['Deep/Down', 'The Gift', 7],
      'One/Alpha.cbz': ['One', 'Alpha', 1],
      'One/Beta.cbz': ['One', 'Beta', 2],
      'Saga/Saga v02.cbz': ['Saga', 'Saga v02', 2],
      'Saga/Saga v10.cbz': ['Saga', 'Saga v10', 10],
      'b.cbz': ['b.cbz', 'b', 1],
      'c.cbz': ['c.cbz', 'c', 1],
    })
    expect(await libraryRow()).toMatchObject({ book_count: 7, series_count: 5 })
    expect(await problem()).toBeNull()
    const series = await reader().selectFrom('series').selectAll().where('path', '=', 'Saga').executeTakeFirstOrThrow()
    expect(series).toMatchObject({ title: 'Saga', book_count: 2, volumes_owned: 2, max_volume: 10 })
    expect(series.cover_book_pk).toBe(books['Saga/Saga v02.cbz']?.pk ?? null)
    expect(await lastScan()).toMatchObject({
      status: 'completed',
      files_total: 7,
      files_processed: 7,
      books_found: 7,
      series_found: 5,
    })
  })

  test('reads the content of its fixtures', async () => {
    for (const path of ['cbz/komga-zip.cbz', 'cbr', 'epub', 'pdf']) {
      cpSync(join(FIXTURES, path), join(library.root, 'Fixtures', path), { recursive: true })
    }
    expect((await library.scan()).status).toBe('completed')
    const books = Object.values(await library.books())
    expect(books.length).toBeGreaterThan(20)
    expect(books.filter(one => !(one.analyzed && one.pages > 0) && one.error === null)).toEqual([])
    const rows = await reader()
      .selectFrom('books')
      .leftJoin('book_pages', 'book_pages.book_pk', 'books.pk')
      .select([
        'books.id',
        'page_count',
        'file_hash',
        'reader_sync_hash',
        'cover_version',
        'thumb_hash',
        'packed',
        'file_format',
        'analyzed',
      ])
      .where('library_pk', '=', library.pk)
      .where('analyzed', '=', true)
      .execute()
    for (const row of rows) {
      expect([row.file_hash.length, row.reader_sync_hash?.length, row.page_count > 0]).toEqual([64, 32, true])
      if (row.file_format !== 'epub') expect(unpackPages(row.packed ?? '')).toHaveLength(row.page_count)
      expect((await library.deps.covers.open({ bookId: row.id, version: row.cover_version ?? '-' })) !== null).toBe(
        row.cover_version !== null,
      )
      expect(row.thumb_hash === null).toBe(row.cover_version === null)
    }
  })

  test('opens no file when nothing has changed', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz', 'b.cbz')
    await library.scan()
    expect(library.opened.toSorted()).toEqual(['A/1.cbz', 'A/2.cbz', 'b.cbz'])
    const before = await library.books()
    expect(await library.scan()).toMatchObject({ status: 'completed', result: { books_updated: 0, books_created: 0 } })
    expect(library.opened).toEqual([])
    expect(await library.books()).toEqual(before)
  })

  test('reads a file again when its content changed, and not when only its time did', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz')
    await library.scan()
    const before = await library.books()
    await library.files.add('A/1.cbz', { pages: 3 })
    library.files.touch('A/2.cbz')
    await library.scan()
    expect(library.opened).toEqual(['A/1.cbz'])
    expect(await library.books()).toEqual({
      ...before,
      'A/1.cbz': { ...(await book('A/1.cbz')), id: before['A/1.cbz']?.id ?? '', pages: 3 },
    })
    await library.scan()
    expect(library.opened).toEqual([])
  })

  test('reads every file in a deep scan', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz')
    await library.scan()
    await library.scan({ mode: 'deep' })
    expect(library.opened.toSorted()).toEqual(['A/1.cbz', 'A/2.cbz'])
  })

  test('F08: hides nothing when the folder is missing or empty, and reads nothing again when it is back', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz')
    await library.scan()
    const before = await library.books()
    const away = join(library.root, '..', 'away')
    renameSync(library.root, away)
    const gone = await library.scan()
    expect(gone).toMatchObject({ status: 'failed', error: expect.stringContaining('cannot be read') })
    mkdirSync(library.root)
    const empty = await library.scan({ mode: 'deep' })
    expect(empty).toMatchObject({ status: 'failed', error: expect.stringContaining('Nothing was removed') })
    expect(await library.books()).toEqual(before)
    expect(await problem()).toContain('is mounted')
    expect(await lastScan()).toMatchObject({ status: 'failed', errors: expect.stringContaining('is mounted') })
    renameSync(away, library.root)
    expect((await library.scan()).status).toBe('completed')
    expect([await library.books(), library.opened, await problem()]).toEqual([before, [], null])
  })

  test('F08: asks a person before it hides more than a fifth at once', async () => {
    await addBooks(...Array.from({ length: 10 }, (_, i) => `${i < 3 ? 'Away' : 'Stay'}/${i}.cbz`))
    await library.scan()
    library.files.move('Away', '../away')
    expect(await library.scan()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('3 of 10 books are gone'),
    })
    expect((await paths()).length).toBe(10)
    expect(await library.scan({ mode: 'deep' })).toMatchObject({ status: 'failed' })
    expect(await library.scan({ confirmed: true })).toMatchObject({ result: { books_deleted: 3 } })
    expect((await paths()).length).toBe(7)
  })

  test('F09: hides nothing of a folder that it may not read', async () => {
    await addBooks('Closed/1.cbz', 'Open/1.cbz', 'Open/2.cbz')
    await library.scan()
    const before = await library.books()
    chmodSync(join(library.root, '..'), 0o755)
    chmodSync(join(library.root, 'Closed'), 0)
    // Root can read every folder, so this scans as user nobody for a moment.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    const end = await library.scan().finally(() => isRoot && process.seteuid?.(0))
    const errors = ['The folder Closed cannot be read (EACCES): its books stay as they were.']
    expect(end).toMatchObject({ status: 'completed', result: { books_deleted: 0, errors } })
    expect(await library.books()).toEqual(before)
    chmodSync(join(library.root, 'Closed'), 0o755)
    expect(await library.scan()).toMatchObject({ result: { errors: [] } })
    expect([await library.books(), library.opened]).toEqual([before, []])
  })

  test('F08: reads no book of a place that could not be looked at', async () => {
    await addBooks('Disk/1.cbz', 'Disk/Part/1.cbz', 'Disk 2/1.cbz', 'A/1.cbz', 'A/2.cbz')
    await library.scan()
    const { reader } = database.connection
    const { folder_pk: folderPk } = await reader.query
      .selectFrom('books')
      .select('folder_pk')
      .where('library_pk', '=', library.pk)
      .limit(1)
      .executeTakeFirstOrThrow()
    const read = async (places: readonly string[], folders: readonly number[] = []) => {
      const among = notIn({ folders: new Set(folders), places: places.map(path => ({ folderPk, path })) })
      return (await Array.fromAsync(waitingBooks(reader, { libraryPk: library.pk, which: 'all', among })))
        .map(({ path }) => path)
        .toSorted()
    }
    expect(await read(['Disk', 'A/2.cbz'])).toEqual(['A/1.cbz', 'Disk 2/1.cbz'])
    expect(await read(['Disk/Part'], [folderPk + 1])).toEqual(['A/1.cbz', 'A/2.cbz', 'Disk 2/1.cbz', 'Disk/1.cbz'])
    expect(await read([], [folderPk])).toEqual([])
  })

  test('F08: keeps what it knows of a book whose file cannot be read any more', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz')
    await library.scan()
    const before = await library.books()
    const [first, aside] = [join(library.root, 'A/1.cbz'), join(library.root, '../1.cbz')]
    const meanwhile = async () => {
      renameSync(first, aside)
      mkdirSync(first)
    }
    const errors = ['A/1.cbz: This is not a regular file. What is already known about it stays.']
    expect(await library.scan({ mode: 'deep', meanwhile })).toMatchObject({ status: 'completed', result: { errors } })
    expect(await library.books()).toEqual(before)
    rmdirSync(first)
    renameSync(aside, first)
    expect(await library.scan()).toMatchObject({ result: { errors: [], books_updated: 0 } })
    expect([await library.books(), library.opened]).toEqual([before, []])
  })

  test('hides newly excluded books without asking', async () => {
    await addBooks('Keep/1.cbz', 'Samples/1.cbz', 'Samples/2.cbz')
    await library.scan()
    await database.connection.write(tx =>
      tx.query.updateTable('libraries').set({ excluded_patterns: 'samples' }).where('pk', '=', library.pk).execute(),
    )
    expect((await library.scan()).status).toBe('completed')
    expect(await paths()).toEqual(['Keep/1.cbz'])
  })

  test('lists a broken file with its problem, and reads it again only when it changes or when asked to', async () => {
    await addBooks('A/1.cbz')
    cpSync(join(FIXTURES, 'hostile/encrypted-zipcrypto.cbz'), join(library.root, 'A/locked.cbz'))
    writeFileSync(join(library.root, 'A/zero.cbz'), '')
    expect(await library.scan()).toMatchObject({ status: 'completed', result: { books_created: 3 } })
    for (const path of ['A/locked.cbz', 'A/zero.cbz']) expect((await book(path)).error).toMatch(/^[A-Z].*\.$/)
    const errors = await reader()
      .selectFrom('book_errors')
      .innerJoin('books', 'books.pk', 'book_errors.book_pk')
      .select('books.path')
      .where('books.library_pk', '=', library.pk)
      .orderBy('books.path')
      .execute()
    expect(errors.map(row => row.path)).toEqual(['A/locked.cbz', 'A/zero.cbz'])
    await library.scan()
    expect(library.opened).toEqual([])
    await library.files.add('A/zero.cbz', { pages: 2 })
    await library.scan()
    expect(library.opened).toEqual(['A/zero.cbz'])
    expect(await book('A/zero.cbz')).toMatchObject({ pages: 2, analyzed: true, error: null })
  })

  test('stops when it is cancelled, keeps the listed files, and the next scan reads the rest', async () => {
    await addBooks(...Array.from({ length: 30 }, (_, i) => `A/${i}.cbz`))
    const end = await library.scan({
      meanwhile: async () => {
        const task = await reader()
          .selectFrom('tasks')
          .select('id')
          .where('status', '=', 'processing')
          .executeTakeFirstOrThrow()
        await database.connection.write(tx => requestCancel(tx, task.id))
        await Bun.sleep(700)
      },
    })
    expect(end).toEqual({ status: 'cancelled' })
    expect(await lastScan()).toMatchObject({ status: 'cancelled', books_found: 30 })
    expect((await paths()).length).toBe(30)
    // Totals of lists are stored numbers: they must be right before the scan ends.
    expect(await libraryRow()).toMatchObject({ book_count: 30, series_count: 1 })
    expect((await library.scan()).status).toBe('completed')
    expect(Object.values(await library.books()).every(one => one.analyzed)).toBe(true)
  })

  test('leaves a file that vanished before it was read for the next scan', async () => {
    await addBooks('A/1.cbz', 'A/2.cbz', 'A/3.cbz')
    await library.scan({ meanwhile: async () => library.files.move('A/3.cbz', '../away.cbz') })
    expect(await book('A/3.cbz')).toMatchObject({ analyzed: false, error: null })
    library.files.move('../away.cbz', 'A/3.cbz')
    await library.scan()
    expect(library.opened).toEqual(['A/3.cbz'])
    expect(await titles()).toEqual(['1', '2', '3'])
  })

  test('numbers by the order of the files, new ones too', async () => {
    await addBooks('A/Alpha.cbz', 'A/Gamma.cbz', 'A/Delta 9.cbz')
    await library.scan()
    await addBooks('A/Beta.cbz')
    await library.scan()
    const numbers = Object.entries(await library.books()).map(([path, { number }]) => [path, number])
    expect(numbers).toEqual([
      ['A/Alpha.cbz', 1],
      ['A/Beta.cbz', 2],
      ['A/Delta 9.cbz', 9],
      ['A/Gamma.cbz', 4],
    ])
  })
})
