// Metadata written to the files of books: read by another program, with everything else unchanged.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage, pageColour } from '../kit/images'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, bookAt, firstScans, scan } from './catalogue'
import { readByPython, textOf, writingTo } from './write-back-kit'

setDefaultTimeout(60_000)

const EDITED = {
  title: 'Ein <neuer> Titel & mehr 東京',
  number: 7.5,
  volume: 3,
  count: 9,
  summary: 'Zeile eins\nZeile zwei & 1 < 2',
  publisher: 'Éditions Minuit',
  imprint: 'Petite',
  year: 1999,
  month: 2,
  day: 28,
  languageIso: 'pt-BR',
  formatDetail: 'Hardcover',
  blackAndWhite: true,
  manga: false,
  genres: ['Drama', 'Sea stories'],
  subjects: ['ferries', 'night'],
  isbns: '9780316769488',
  authors: [
    { name: 'Ana Sá', role: 'writer', sortName: 'Sá, Ana' },
    { name: 'Rui Mar', role: 'translator', sortName: null },
  ],
}
/** The elements that say it, by ComicInfo 2.1. */
const COMIC_INFO = {
  Title: EDITED.title,
  Number: '7.5',
  Volume: '3',
  Count: '9',
  Summary: EDITED.summary,
  Publisher: 'Éditions Minuit',
  Imprint: 'Petite',
  Year: '1999',
  Month: '2',
  Day: '28',
  LanguageISO: 'pt-BR',
  Format: 'Hardcover',
  BlackAndWhite: 'Yes',
  Manga: 'No',
  Genre: 'Drama, Sea stories',
  Tags: 'ferries, night',
  GTIN: '9780316769488',
  Writer: 'Ana Sá',
  Translator: 'Rui Mar',
}

describe.each(['sqlite', 'postgres'] as const)('writing to files on %s', database => {
  const folder = temporaryFolder(`write-back-${database}`)
  const at = (path: string) => join(folder.path, path)
  let octavo: Octavo
  let admin: Client
  let libraryId: string
  const read = (path: string, name: string) => {
    const { members, elements } = readByPython(at(path), name)
    return { members, elements }
  }
  const mode = (writeBack: string) => writingTo(admin, libraryId).mode(writeBack)
  const preview = (body: object) => writingTo(admin, libraryId).preview(body)
  const write = (body: object) => writingTo(admin, libraryId).write(body)
  const edit = (book: BookDto, body: object = EDITED) => admin.patch(`/api/v1/books/${book.id}/metadata`, body)
  const metadataOf = (book: BookDto) => admin.get<BookMetadataResponse>(`/api/v1/books/${book.id}/metadata`)
  /** Nothing is read again by a scan that finds the files as the database knows them. */
  const scanned = async () => {
    const before = (await allBooks(admin)).map(book => [book.id, book.updatedAt])
    await scan(admin, libraryId)
    expect((await allBooks(admin)).map(book => [book.id, book.updatedAt])).toEqual(before)
  }

  beforeAll(async () => {
    const info = { Title: 'Old', Series: 'Sea', Number: '1', ScanInformation: 'kept', Writer: 'Bo', Colorist: 'Cy' }
    writeLibrary(folder.path, {
      'Sea/Sea 1.cbz': await comic({ pages: 4, comicInfo: info }),
      'Sea/Sea 2.cbz': await comic({ pages: 2 }),
      'Sea/Sea 3.epub': ebook({ title: 'Three', chapters: [{ title: 'One', paragraphs: ['Words.'] }] }),
      'Sea/Sea 4/1.jpg': await jpegImage({ width: 60, height: 90 }, pageColour(1)),
      'Sea/Sea 4/2.jpg': await jpegImage({ width: 60, height: 90 }, pageColour(2)),
    })
    mkdirSync(at('Rar'))
    copyFileSync(join(FIXTURES, 'cbr', 'komga-rar4.cbr'), at('Rar/Rar 1.cbr'))
    chmodSync(at('Sea/Sea 1.cbz'), 0o640)
    octavo = await startOctavo({
      database,
      libraries: [folder.path],
      env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
    })
    admin = await octavo.signInAsAdmin()
    libraryId = (await firstScans(admin, 1))[0]?.id ?? ''
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('nothing is written unless the library allows it', async () => {
    const book = await bookAt(admin, 'Sea 1.cbz')
    const shown = await preview({ bookIds: [book.id] })
    expect(shown.books[0]?.refusal).toEqual({
      code: 'library-off',
      message: 'Writing metadata is turned off for this library.',
    })
    const refused = await admin.fetch('/api/v1/books/metadata/write-back', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ bookIds: [book.id] }),
    })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ details: { reason: 'writing_off' } })
  })

  test('a comic: the difference is previewed, then written to ComicInfo.xml, and everything else is unchanged', async () => {
    await mode('file')
    const path = 'Sea/Sea 1.cbz'
    const before = read(path, 'ComicInfo.xml')
    const book = await bookAt(admin, 'Sea 1.cbz')
    await admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 2 })
    await edit(book)
    const metadata = await metadataOf(book)
    const pages = await admin.get(`/api/v1/books/${book.id}/pages`)
    const [shown] = (await preview({ bookIds: [book.id] })).books
    expect(shown?.documents[0]?.changes).toContainEqual({ field: 'title', before: 'Old', after: EDITED.title })
    expect(shown).toMatchObject({ into: 'file', refusal: null, documents: [{ name: 'ComicInfo.xml', skipped: [] }] })
    expect(read(path, 'ComicInfo.xml')).toEqual(before)
    // What a killed process has left behind.
    writeFileSync(at(`Sea/.octavo-${book.id}.tmp`), 'half')

    expect(await write({ bookIds: [book.id] })).toMatchObject({ written: 1, unchanged: 0, not_written: 0 })
    const { members, elements } = read(path, 'ComicInfo.xml')
    expect(members).toEqual(before.members)
    for (const [name, text] of Object.entries(COMIC_INFO))
      expect([name, ...textOf(elements, name)]).toEqual([name, text])
    expect(textOf(elements, 'ScanInformation')).toEqual(['kept'])
    expect(textOf(elements, 'Series')).toEqual(['Sea'])
    expect(textOf(elements, 'Colorist')).toEqual([])
    expect(statSync(at(path)).mode & 0o777).toBe(0o640)
    expect(readdirSync(at('Sea')).filter(name => name.startsWith('.'))).toEqual([])

    const after = await bookAt(admin, 'Sea 1.cbz')
    expect([after.id, after.fileSize]).toEqual([book.id, statSync(at(path)).size])
    expect(after.readProgress?.currentPage).toBe(2)
    expect({ ...(await metadataOf(book)), updatedAt: '' }).toEqual({ ...metadata, updatedAt: '' })
    expect(await admin.get(`/api/v1/books/${book.id}/pages`)).toEqual(pages)
    expect((await admin.fetch(`/api/v1/books/${book.id}/pages/1`)).status).toBe(200)
    await scanned()
    expect((await preview({ bookIds: [book.id] })).books[0]?.documents[0]?.changes).toEqual([])
  })

  test('metadata is added to a comic without any, to an ebook and to a folder of images', async () => {
    const books = await Promise.all(['Sea 2.cbz', 'Sea 3.epub', 'Sea 4'].map(name => bookAt(admin, name)))
    const before = [read('Sea/Sea 2.cbz', 'ComicInfo.xml'), read('Sea/Sea 3.epub', 'OEBPS/package.opf')]
    for (const book of books) await edit(book)
    expect(await write({ bookIds: books.map(book => book.id) })).toMatchObject({ written: 3, not_written: 0 })
    const comic = read('Sea/Sea 2.cbz', 'ComicInfo.xml')
    const book = read('Sea/Sea 3.epub', 'OEBPS/package.opf')
    const pictures = read('Sea/Sea 4/ComicInfo.xml', '')
    expect([comic.members, book.members]).toEqual(before.map(({ members }) => members))
    for (const { elements } of [comic, pictures])
      for (const [name, text] of Object.entries(COMIC_INFO))
        expect([name, ...textOf(elements, name)]).toEqual([name, text])
    expect(textOf(book.elements, 'title')).toEqual([EDITED.title])
    expect(textOf(book.elements, 'publisher')).toEqual([EDITED.publisher])
    expect(textOf(book.elements, 'date')).toEqual(['1999-02-28'])
    expect(textOf(book.elements, 'language')).toEqual(['pt-BR'])
    expect(textOf(book.elements, 'subject')).toEqual(EDITED.genres)
    expect(textOf(book.elements, 'creator')).toEqual(['Ana Sá', 'Rui Mar'])
    expect(textOf(book.elements, 'identifier')).toContain('urn:isbn:9780316769488')
    expect(book.elements).toContainEqual([
      'meta',
      'aut',
      { refines: '#octavo-person-1', property: 'role', scheme: 'marc:relators' },
    ])
    expect(book.elements).toContainEqual(['meta', 'Sá, Ana', { refines: '#octavo-person-1', property: 'file-as' }])
    await scanned()
  })

  test('a read-only file in a writable folder is not changed', async () => {
    await mode('file')
    const book = await bookAt(admin, 'Sea 2.cbz')
    await admin.patch(`/api/v1/books/${book.id}/metadata`, { imprint: 'Read-only' })
    const before = readFileSync(at('Sea/Sea 2.cbz'))
    chmodSync(at('Sea/Sea 2.cbz'), 0o444)
    const refusal = { code: 'read-only' as const, message: 'The file or its disk is read-only.' }
    expect((await preview({ bookIds: [book.id] })).books[0]?.refusal).toEqual(refusal)
    expect(await write({ bookIds: [book.id] })).toMatchObject({ written: 0, not_written: 1 })
    expect(readFileSync(at('Sea/Sea 2.cbz')).equals(before)).toBe(true)
    chmodSync(at('Sea/Sea 2.cbz'), 0o644)
    await admin.patch(`/api/v1/books/${book.id}/metadata`, { imprint: null })
  })

  test('a book that cannot be written reports why, and gets a sidecar file if the library allows it', async () => {
    const book = await bookAt(admin, 'Rar 1.cbr')
    await edit(book)
    const bytes = readFileSync(at('Rar/Rar 1.cbr'))
    const refusal = { code: 'rar' as const, message: 'RAR archives can’t be written.' }
    expect((await preview({ bookIds: [book.id] })).books[0]?.refusal).toEqual(refusal)
    expect(await write({ bookIds: [book.id] })).toMatchObject({
      ...{ written: 0, not_written: 1 },
      refusals: [{ bookId: book.id, fileName: 'Rar 1.cbr', ...refusal }],
    })
    await mode('sidecar')
    expect((await preview({ bookIds: [book.id] })).books[0]?.documents[0]?.name).toBe('Rar 1.opf')
    expect(await write({ seriesIds: [book.seriesId] })).toMatchObject({ written: 1, not_written: 0 })
    expect(readFileSync(at('Rar/Rar 1.cbr')).equals(bytes)).toBe(true)
    expect(existsSync(at('Rar/Rar 1.opf'))).toBe(true)
    const { elements } = read('Rar/Rar 1.opf', '')
    expect(textOf(elements, 'title')).toEqual([EDITED.title])
    expect(elements).toContainEqual(['creator', 'Ana Sá', { role: 'aut', 'file-as': 'Sá, Ana' }])
    await scan(admin, libraryId)
    expect((await bookAt(admin, 'Rar 1.cbr')).id).toBe(book.id)
    expect((await metadataOf(book)).title).toBe(EDITED.title)
  })
  test('a scan removes only the temporary copies of a killed process', async () => {
    const drafts = [
      'Sea/.octavo-00000000-0000-4000-8000-000000000001.tmp',
      'Rar/.octavo-00000000-0000-4000-8000-000000000002-1.tmp',
    ]
    const others = ['Sea/.octavo-mine.tmp', 'Sea/octavo.tmp']
    for (const path of [...drafts, ...others]) writeFileSync(at(path), 'half')
    const before = (await allBooks(admin)).length
    await scan(admin, libraryId)
    expect(drafts.filter(path => existsSync(at(path)))).toEqual([])
    expect(others.filter(path => existsSync(at(path)))).toEqual(others)
    expect((await allBooks(admin)).length).toBe(before)
  })
})
