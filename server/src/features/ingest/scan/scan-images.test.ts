// Image folders: their sidecar files, and tagged and moved ones.
import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jpegImage } from '../../../../../tests/kit/images'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { bookLockBit } from '../../../kernel/field-locks'
import { startParserPool } from '../../../workers'
import { recordPlace, UNATTRIBUTED } from '../../reading/progress'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const opf = (title: string) =>
  `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title>${title}</dc:title></metadata></package>`

forEachDatabase('folders of images', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => library.remove())

  const reader = () => database.connection.reader.query
  const at = (path: string) => join(library.root, path)
  const write = (path: string, content: string | Uint8Array) => writeFileSync(at(path), content)

  /** Pages with unique sizes. */
  async function addImages(...paths: string[]): Promise<void> {
    for (const [index, path] of paths.entries()) {
      mkdirSync(at(path), { recursive: true })
      for (const page of [1, 2, 3]) {
        write(`${path}/${page}.jpg`, await jpegImage({ width: 60 + 10 * index + page, height: 90 }))
      }
    }
  }

  async function opened(...places: string[]): Promise<readonly string[]> {
    const narrowed = places.map(path => ({ root: library.root, path, below: false }))
    expect(await library.scan({ places: narrowed })).toMatchObject({ status: 'completed' })
    return library.opened.toSorted()
  }

  const bookAt = (path: string) =>
    reader()
      .selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .select([
        ...(['books.id', 'books.pk', 'books.series_pk', 'books.title', 'books.summary', 'books.locks'] as const),
        ...(['books.cover_version', 'books.page_count', 'series.publisher'] as const),
      ])
      .where('books.library_pk', '=', library.pk)
      .where('books.path', '=', path)
      .executeTakeFirstOrThrow()

  test('are read again when their sidecar file is added, changed or deleted, and others are not', async () => {
    await addImages('Saga/1', 'Saga/2', 'Saga/3')
    await library.scan()
    expect(await opened()).toEqual([])

    write('Saga/2/metadata.opf', opf('Two'))
    expect([await opened(), (await bookAt('Saga/2')).title]).toEqual([['Saga/2'], 'Two'])
    write('Saga/2/metadata.opf', opf('Two, mended'))
    expect([await opened(), (await bookAt('Saga/2')).title]).toEqual([['Saga/2'], 'Two, mended'])

    write('Saga/3.opf', opf('Three'))
    expect([await opened(), (await bookAt('Saga/3')).title]).toEqual([['Saga/3'], 'Three'])
    const plain = (await bookAt('Saga/1')).cover_version
    write('Saga/1/cover.jpg', await jpegImage({ width: 100, height: 150 }, '#00ff00'))
    expect(await opened()).toEqual(['Saga/1'])
    const { cover_version: cover, page_count: pages } = await bookAt('Saga/1')
    expect([cover === plain, pages]).toEqual([false, 3])
    rmSync(at('Saga/1/cover.jpg'))
    expect([await opened(), (await bookAt('Saga/1')).cover_version]).toEqual([['Saga/1'], plain])

    // The series' metadata is read with one of its books.
    write('Saga/series.json', JSON.stringify({ metadata: { publisher: 'Image' } }))
    expect([await opened(), (await bookAt('Saga/1')).publisher]).toEqual([['Saga/1'], 'Image'])
    expect(await opened()).toEqual([])
    // A move changes no metadata.
    renameSync(at('Saga'), at('The Saga'))
    expect([await opened(), (await bookAt('The Saga/3')).title]).toEqual([[], 'Three'])
  })

  test('are read again when only the changed folder is scanned', async () => {
    await addImages('Saga/1', 'Saga/2', 'Saga/3')
    await library.scan()
    write('Saga/2.opf', opf('Beside'))
    expect([await opened('Saga'), (await bookAt('Saga/2')).title]).toEqual([['Saga/2'], 'Beside'])
    expect(await opened('Saga', 'Saga/2')).toEqual([])
    write('Saga/3.opf', opf('Three'))
    write('Saga/3/metadata.opf', opf('Inside'))
    expect([await opened('Saga', 'Saga/3'), (await bookAt('Saga/3')).title]).toEqual([['Saga/3'], 'Inside'])
    rmSync(at('Saga/3/metadata.opf'))
    expect([await opened('Saga/3'), (await bookAt('Saga/3')).title]).toEqual([['Saga/3'], 'Three'])
    write('Saga/series.json', JSON.stringify({ metadata: { publisher: 'Image' } }))
    expect([await opened('Saga'), (await bookAt('Saga/1')).publisher]).toEqual([['Saga/1'], 'Image'])
    expect(await opened()).toEqual([])
  })

  test('that were tagged and moved keep their row, edits, locks and read progress', async () => {
    await addImages('Saga/1', 'Saga/2', 'Saga/3', 'Saga/4')
    write('Saga/2/ComicInfo.xml', '<ComicInfo><Title>First</Title><Summary>First</Summary></ComicInfo>')
    await library.scan()
    const before = await bookAt('Saga/2')
    const name = crypto.randomUUID()
    await database.connection.write(async tx => {
      const userPk = await insertUser(tx, name)
      const place = { page: 2, percentage: 0.5, completed: false }
      await recordPlace(tx, { ...UNATTRIBUTED, user: userPk, book: before, place }, Date.now() + 86_400_000)
      const locked = { title: 'By hand', summary: 'Kept', locks: bookLockBit('title') | bookLockBit('summary') }
      await tx.query.updateTable('books').set(locked).where('pk', '=', before.pk).execute()
      const metadata = tx.query.updateTable('book_metadata').set({ summary: 'Kept' })
      await metadata.where('book_pk', '=', before.pk).execute()
    })
    // Tagged: the folder's content hash differs, only its pages are the same.
    write(
      'Saga/2/ComicInfo.xml',
      '<ComicInfo><Title>Tagged</Title><Summary>New</Summary><Publisher>P</Publisher></ComicInfo>',
    )
    mkdirSync(at('Other'))
    renameSync(at('Saga/2'), at('Other/Renamed 2'))
    expect(await library.scan()).toMatchObject({
      result: { books_moved: 1, books_created: 0, books_deleted: 0, errors: [] },
    })
    const { id, title, summary, locks } = await bookAt('Other/Renamed 2')
    expect({ id, title, summary }).toEqual({ id: before.id, title: 'By hand', summary: 'Kept' })
    expect(locks).not.toBe(0)
    const places = await reader()
      .selectFrom('users')
      .innerJoin('read_progress', 'read_progress.user_pk', 'users.pk')
      .innerJoin('books', 'books.pk', 'read_progress.book_pk')
      .where('users.username', '=', name)
      .select(['read_progress.current_page as page', 'books.path'])
      .execute()
    expect(places).toEqual([{ page: 2, path: 'Other/Renamed 2' }])

    // A different page makes another book.
    appendFileSync(at('Saga/3/1.jpg'), 'more')
    renameSync(at('Saga/3'), at('Other/3'))
    expect(await library.scan()).toMatchObject({ result: { books_moved: 0, books_created: 1, books_deleted: 1 } })
  })
})
