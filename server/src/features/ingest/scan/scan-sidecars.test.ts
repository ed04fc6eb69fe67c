// Sidecar files: metadata, covers, and series metadata.
import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jpegImage } from '../../../../../tests/kit/images'
import { forEachDatabase } from '../../../db/testing'
import { startParserPool } from '../../../workers'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const opf = (title: string, more = '') =>
  `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title>${title}</dc:title>${more}</metadata></package>`

forEachDatabase('a scan with sidecar files', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => library.remove())

  const reader = () => database.connection.reader.query
  const write = (path: string, content: string | Uint8Array) => writeFileSync(join(library.root, path), content)
  const seriesAt = (path: string) =>
    reader()
      .selectFrom('series')
      .selectAll()
      .where('library_pk', '=', library.pk)
      .where('path', '=', path)
      .executeTakeFirstOrThrow()
  const coverOf = async (path: string) => {
    const books = reader().selectFrom('books').select('cover_version').where('library_pk', '=', library.pk)
    return (await books.where('path', '=', path).executeTakeFirstOrThrow()).cover_version
  }

  test('reads publisher, year, summary and status of a series from its series.json, before those of the first book', async () => {
    await library.files.add('Saga/1.cbz', { comicInfo: { Title: 'One', Publisher: 'Book', Summary: 'Of the book' } })
    write(
      'Saga/series.json',
      JSON.stringify({ metadata: { publisher: ' Image ', year: 2012, description_text: 'A\r\nB', status: 'Ended' } }),
    )
    expect(await library.scan()).toMatchObject({ status: 'completed', result: { errors: [] } })
    expect(await seriesAt('Saga')).toMatchObject({
      title: 'Saga',
      publisher: 'Image',
      year: 2012,
      summary: 'A\nB',
      status: 'ended',
    })
  })

  test('leaves values that a series has already, and series of other folders', async () => {
    await library.files.add('Saga/1.cbz', { comicInfo: { Publisher: 'Book' } })
    await library.files.add('a.cbz')
    await library.scan()
    write('Saga/series.json', JSON.stringify({ metadata: { publisher: 'Image', year: 2012, status: 'Continuing' } }))
    write('series.json', JSON.stringify({ metadata: { publisher: 'Nobody' } }))
    await library.scan({ mode: 'deep' })
    expect(await seriesAt('Saga')).toMatchObject({ publisher: 'Book', year: 2012, status: 'ongoing' })
    expect(await seriesAt('a.cbz')).toMatchObject({ publisher: null })
  })

  test('prefers a metadata.opf to the metadata in the book, when the book has the folder for itself', async () => {
    for (const path of ['Ann/Alone (1)/a.cbz', 'Ann/Two/a.cbz', 'Ann/Two/b.cbz'])
      await library.files.add(path, { comicInfo: { Title: 'Inside', Year: 1999 } })
    for (const folder of ['Ann/Alone (1)', 'Ann/Two']) write(`${folder}/metadata.opf`, opf('Beside'))
    write('Ann/Two/B.OPF', opf('Beside b'))
    await library.scan()
    const rows = await reader()
      .selectFrom('books')
      .innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
      .select(['books.path', 'book_metadata.title', 'book_metadata.year'])
      .where('books.library_pk', '=', library.pk)
      .orderBy('books.path')
      .execute()
    expect(rows.map(row => [row.path, row.title, row.year])).toEqual([
      ['Ann/Alone (1)/a.cbz', 'Beside', 1999],
      ['Ann/Two/a.cbz', 'Inside', 1999],
      ['Ann/Two/b.cbz', 'Beside b', 1999],
    ])
  })

  test('a scan reads a book again when a sidecar file is new, another one or gone, and no book twice', async () => {
    for (const path of ['Saga/1.cbz', 'Saga/2.cbz', 'Saga/3.cbz']) await library.files.add(path)
    await library.scan()
    const titleOf = async (path: string) => (await library.books())[path]?.title
    const opened = async () => {
      expect(await library.scan()).toMatchObject({ status: 'completed' })
      return library.opened.toSorted()
    }
    expect(await opened()).toEqual([])

    write('Saga/2.opf', opf('Two'))
    expect([await opened(), await titleOf('Saga/2.cbz')]).toEqual([['Saga/2.cbz'], 'Two'])
    write('Saga/2.OPF.bak', opf('No'))
    write('Saga/series.json', JSON.stringify({ metadata: { publisher: 'Image' } }))
    expect([await opened(), (await seriesAt('Saga')).publisher]).toEqual([['Saga/1.cbz'], 'Image'])
    const plain = await coverOf('Saga/3.cbz')
    write('Saga/3.jpg', await jpegImage({ width: 100, height: 150 }, '#00ff00'))
    expect(await opened()).toEqual(['Saga/3.cbz'])
    expect(await coverOf('Saga/3.cbz')).not.toBe(plain)
    write('Saga/2.opf', opf('Two, mended'))
    rmSync(join(library.root, 'Saga/3.jpg'))
    expect([await opened(), await titleOf('Saga/2.cbz')]).toEqual([['Saga/2.cbz', 'Saga/3.cbz'], 'Two, mended'])
    expect(await coverOf('Saga/3.cbz')).toBe(plain)

    // The series' metadata is the same, whichever book comes first in its folder.
    rmSync(join(library.root, 'Saga/1.cbz'))
    expect(await opened()).toEqual([])
    // A move changes no metadata; a book that moves away is read without it.
    library.files.move('Saga/2.cbz', 'Saga/Second.cbz')
    library.files.move('Saga/2.opf', 'Saga/Second.opf')
    expect([await opened(), await titleOf('Saga/Second.cbz')]).toEqual([[], 'Two, mended'])
    library.files.move('Saga/Second.cbz', 'Saga/Later.cbz')
    expect([await opened(), await opened()]).toEqual([['Saga/Later.cbz'], []])
  })

  test('makes the cover of the image next to the book, and of the first page when that is broken or a link', async () => {
    const image = await jpegImage({ width: 200, height: 100 })
    for (const path of ['Alone/a.cbz', 'Two/a.cbz', 'Two/b.cbz', 'Broken/a.cbz', 'Link/a.cbz'])
      await library.files.add(path)
    await library.scan()
    const before = new Map<string, string | null>()
    const paths = Object.keys(await library.books())
    for (const path of paths) before.set(path, await coverOf(path))
    write('Alone/Folder.JPG', image)
    write('Two/cover.jpg', image)
    write('Two/b.jpg', image)
    write('Broken/cover.jpg', 'no image')
    write('outside.jpg', image)
    symlinkSync('../outside.jpg', join(library.root, 'Link/cover.jpg'))
    await library.scan({ mode: 'deep' })
    const changed: string[] = []
    for (const path of paths) if ((await coverOf(path)) !== before.get(path)) changed.push(path)
    expect(changed.toSorted()).toEqual(['Alone/a.cbz', 'Two/b.cbz'])
  })

  test('skips a metadata file of more than 4 MiB, and reports it', async () => {
    const long = 'x'.repeat(4 * 1024 * 1024)
    await library.files.add('Saga/1.cbz', { comicInfo: { Title: 'Inside', Notes: long } })
    await library.files.add('Land/1.cbz')
    write('Land/series.json', JSON.stringify({ metadata: { publisher: 'Image', description_text: long } }))
    await library.scan()
    const rows = await reader().selectFrom('book_errors').select(['error_type', 'message', 'details']).execute()
    expect(rows.map(({ message }) => message).toSorted()).toEqual([
      'ComicInfo.xml is larger than 4 MiB and was ignored.',
      'series.json next to the book is larger than 4 MiB and was ignored.',
    ])
    expect(await seriesAt('Land')).toMatchObject({ publisher: null })
  })

  test('reads books with broken sidecars, and reports these', async () => {
    await library.files.add('Saga/1.cbz')
    write('Saga/series.json', '{"metadata": ')
    write('Saga/metadata.opf', `<!DOCTYPE package [<!ENTITY x SYSTEM "file:///etc/passwd">]>${opf('&x;')}`)
    const end = await library.scan()
    expect(end).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(end)).toContain("next to the book can't be read and was ignored")
    expect((await library.books())['Saga/1.cbz']).toMatchObject({ analyzed: true, error: null })
  })
})
