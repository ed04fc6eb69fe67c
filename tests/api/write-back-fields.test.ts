// Every book field of the registry: edited, written to each kind of document, read there by Python, and read again by a
// scan.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import type { BookExternalIdDto } from '@octavo/contract/external'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, bookAt, firstScans, makeLibrary, scan } from './catalogue'
import { type Element, readByPython, writingTo } from './write-back-kit'
import { ALL, COMIC_INFO, IDS, METRON_INFO, OPF_2, OPF_3, VALUES } from './written-fields'

setDefaultTimeout(60_000)

/** People of a comic have no sort names. */
const unsorted = VALUES.authors.map(person => ({ ...person, sortName: null }))

const DOCUMENTS = [
  {
    ...{ name: 'ComicInfo.xml', into: 'file', book: 'Comic/Comic.cbz', sidecars: [], expected: COMIC_INFO },
    ...{ read: (path: string) => readByPython(path, 'ComicInfo.xml').elements, said: { authors: unsorted } },
  },
  {
    ...{ name: 'MetronInfo.xml', into: 'metroninfo', book: 'Metron/Metron.cbz', sidecars: [], expected: METRON_INFO },
    ...{ read: (path: string) => readByPython(path, 'MetronInfo.xml').elements, said: { authors: unsorted } },
  },
  {
    ...{ name: 'package.opf', into: 'file', book: 'Epub/Epub.epub', sidecars: [], expected: OPF_3 },
    ...{ read: (path: string) => readByPython(path, 'OEBPS/package.opf').elements, said: {} },
  },
  {
    ...{ name: 'Beside.opf', into: 'sidecar', book: 'Opf/Beside.cbz', sidecars: ['Opf/Beside.opf'], expected: OPF_2 },
    ...{ read: (path: string) => readByPython(path.replace(/cbz$/, 'opf')).elements, said: {} },
  },
  {
    ...{ name: 'Xml.cbz.xml', into: 'comicinfo_sidecar', book: 'Xml/Xml.cbz', sidecars: ['Xml/Xml.cbz.xml'] },
    ...{
      expected: COMIC_INFO,
      read: (path: string) => readByPython(`${path}.xml`).elements,
      said: { authors: unsorted },
    },
  },
] as const

/** Ids by document: MetronInfo 1.0 knows some sources, OPF 2 has schemes, EPUB 3 has URNs. */
const ID_PLACES: Readonly<Record<string, Partial<Record<keyof typeof IDS, Element>>>> = {
  'ComicInfo.xml': {},
  'MetronInfo.xml': { comicvine: ['ID', '145269', { source: 'Comic Vine', primary: 'true' }] },
  'package.opf': {
    comicvine: ['identifier', 'urn:comicvine:145269', {}],
    goodreads: ['identifier', 'urn:goodreads:234225', {}],
  },
  'Beside.opf': {
    comicvine: ['identifier', '145269', { scheme: 'COMICVINE' }],
    goodreads: ['identifier', '234225', { scheme: 'GOODREADS' }],
  },
  'Xml.cbz.xml': {},
}

const folder = temporaryFolder('write-back-fields')
const copies = temporaryFolder('write-back-copies')
let octavo: Octavo
let admin: Client
let libraryId: string
type Answer = Pick<BookMetadataResponse, 'locks'> & Readonly<Record<string, unknown>>
const metadataOf = (book: BookDto) => admin.get<Answer>(`/api/v1/books/${book.id}/metadata`)

beforeAll(async () => {
  const page = await comic({ pages: 2 })
  const chapters = [{ title: 'One', paragraphs: ['Words.'] }]
  writeLibrary(
    folder.path,
    Object.fromEntries(
      DOCUMENTS.map(({ book }) => [book, book.endsWith('epub') ? ebook({ title: 'Old', chapters }) : page]),
    ),
  )
  octavo = await startOctavo({
    database: 'sqlite',
    libraries: [folder.path],
    env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
  })
  admin = await octavo.signInAsAdmin()
  libraryId = (await firstScans(admin, 1))[0]?.id ?? ''
  await writingTo(admin, libraryId).mode('file')
  // Written all, then read as another library would that knows nothing else of them.
  for (const { book: path, into, sidecars } of DOCUMENTS) {
    const book = await bookAt(admin, path.slice(path.indexOf('/') + 1))
    await admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 1 })
    await admin.patch(`/api/v1/books/${book.id}/metadata`, ALL)
    for (const id of Object.values(IDS)) await admin.post(`/api/v1/books/${book.id}/external-ids`, id)
    const result = await writingTo(admin, libraryId).write({ bookIds: [book.id], into })
    expect(result).toMatchObject({ written: 1, not_written: 0 })
    for (const file of [path, ...sidecars]) {
      mkdirSync(dirname(join(copies.path, file)), { recursive: true })
      copyFileSync(join(folder.path, file), join(copies.path, file))
    }
  }
  await makeLibrary(admin, 'Copies', copies.path)
})
afterAll(async () => {
  await octavo?.stop()
  folder.remove()
  copies.remove()
})

describe.each(DOCUMENTS)('$name', ({ book: path, into, expected, read, said, name }) => {
  const inFolder = async (root: string) => {
    const book = (await allBooks(admin)).find(one => one.path === join(root, path))
    if (book === undefined) throw new Error(`${path} is not listed`)
    return book
  }
  const fields = Object.keys(ALL) as (keyof typeof ALL)[]

  test('says each field that it has a place for, as python reads it', () => {
    const elements = read(join(folder.path, path))
    for (const field of fields) {
      for (const [tag = '', text, attributes] of expected[field] ?? []) {
        const same = elements.filter(element => element[0] === tag && element[1] === text).map(([, , found]) => found)
        expect([field, same]).toContainEqual(expect.arrayContaining([attributes ?? {}]))
      }
    }
  })

  test('is read again by a scan: each field is as it was set', async () => {
    const metadata = await metadataOf(await inFolder(copies.path))
    const wanted = { ...ALL, ...said }
    for (const field of fields) {
      if (expected[field] !== null) expect([field, metadata[field]]).toEqual([field, wanted[field]])
    }
  })

  test('says the ids at other sites that it has a place for, and a scan reads them', async () => {
    const places = Object.entries(ID_PLACES[name] ?? {})
    const elements = read(join(folder.path, path))
    for (const [, [tag, text, attributes]] of places) {
      const same = elements.filter(element => element[0] === tag && element[1] === text)
      expect(same).toEqual([[tag, text, attributes]])
    }
    const { id } = await inFolder(copies.path)
    const { externalIds } = await admin.get<{ externalIds: BookExternalIdDto[] }>(`/api/v1/books/${id}/external-ids`)
    // An EPUB has an id of its own, too.
    const found = externalIds
      .filter(({ source }) => source in IDS)
      .map(({ source, externalId }) => ({ source, externalId }))
    expect(found).toEqual(places.map(([source]) => IDS[source as keyof typeof IDS]))
  })

  test('changes nothing of the book, and says which fields it has no place for', async () => {
    const book = await inFolder(folder.path)
    expect(book.readProgress?.currentPage).toBe(1)
    const { locks, ...metadata } = await metadataOf(book)
    for (const field of fields) expect([field, metadata[field]]).toEqual([field, ALL[field]])
    expect([locks.titleLock, locks.titleSortLock, locks.publisherLock, locks.authorsJsonLock]).toEqual([
      true,
      true,
      true,
      true,
    ])
    const [shown] = (await writingTo(admin, libraryId).preview({ bookIds: [book.id], into })).books
    const own = shown?.documents.find(document => document.name === name)
    expect(own?.changes).toEqual([])
    const files: Record<string, string> = { subjects: 'tags', customMetadata: 'custom' }
    const reported = fields.filter(field => expected[field] === null).map(field => files[field] ?? field)
    const hasIds = Object.keys(ID_PLACES[name] ?? {}).length === Object.keys(IDS).length
    expect(own?.skipped.toSorted()).toEqual([...reported, ...(hasIds ? [] : ['identifiers'])].toSorted())
  })

  test('gives the series what series take from their books', async () => {
    const { seriesId } = await inFolder(copies.path)
    const { metadata } = await admin.get<FullSeriesResponse>(`/api/v1/series/${seriesId}/full`)
    const { summary, publisher, imprint, year } = metadata
    expect([summary, publisher, year]).toEqual([VALUES.summary, VALUES.publisher, VALUES.year])
    expect(imprint).toBe(expected.imprint === null ? null : VALUES.imprint)
  })
})

test('what only Octavo’s elements say is locked by an edit, and is the file’s again when that is lifted', async () => {
  const book = (await allBooks(admin)).find(one => one.path === join(copies.path, 'Epub/Epub.epub'))
  const url = `/api/v1/books/${book?.id}/metadata`
  const names = ['chapter', 'seriesPosition', 'seriesTotal', 'awards', 'customMetadata'] as const
  const values = async () => {
    const metadata = await admin.get<Answer>(url)
    return Object.fromEntries(names.map(name => [name, metadata[name]]))
  }
  const inFile = Object.fromEntries(names.map(name => [name, ALL[name]]))
  expect(await values()).toEqual(inFile)
  await admin.patch(url, { chapter: 1, seriesPosition: null, seriesTotal: 2, awards: [], customMetadata: null })
  await scan(admin, book?.libraryId ?? '', 'deep')
  const cleared = { chapter: 1, seriesPosition: null, seriesTotal: 2, awards: [], customMetadata: null }
  expect(await values()).toEqual(cleared)
  const locks = Object.fromEntries(
    ['chapter', 'seriesPosition', 'seriesTotal', 'awardsJson', 'customMetadata'].map(name => [`${name}Lock`, false]),
  )
  await admin.put(`${url}/locks`, locks)
  expect(await values()).toEqual(inFile)
})
