// Every field of books, from the registry: set by hand, written to each kind of document, read there by python, and read again by a scan.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, bookAt, firstScans, makeLibrary, scan } from './catalogue'
import { type Element, readByPython, writingTo } from './write-back-kit'

setDefaultTimeout(60_000)

type Registry = typeof BOOK_FIELD_REGISTRY
/** Fields that a person edits, by the name that they are edited by. */
type Edited = {
  [Name in keyof Registry]: Registry[Name] extends { readonly edit: infer Edit }
    ? Edit extends { readonly name: infer Other extends string }
      ? Other
      : Name
    : never
}[keyof Registry]

const VALUES = {
  title: 'Die Fähre & <das> Meer',
  titleSort: 'Fähre & das Meer, Die',
  subtitle: 'Ein Sommer',
  originalTitle: '渡し船',
  originalYear: 1988,
  number: 7.5,
  volume: 3,
  chapter: 12,
  count: 9,
  seriesPosition: 4,
  seriesTotal: 8,
  summary: 'Zeile eins & 1 < 2\nZeile zwei',
  genres: ['Drama', 'Sea stories'],
  subjects: ['ferries', 'night'],
  authors: [
    { name: 'Ana Sá', role: 'writer', sortName: 'Sá, Ana' },
    { name: 'Rui Mar', role: 'translator', sortName: null },
  ],
  bookType: 'omnibus',
  languageIso: 'de',
  manga: false,
  blackAndWhite: true,
  publisher: 'Éditions Minuit',
  imprint: 'Petite',
  year: 1999,
  month: 2,
  day: 28,
  edition: 'Second edition',
  formatDetail: 'Omnibus',
  isbns: '9780316769488',
} satisfies Record<Edited, unknown>

/** Fields with a form of their own. */
const FURTHER = {
  awards: [
    { name: 'Prix du <Port>', category: 'Best & first', won: true, year: 2001 },
    { name: 'Eisner', category: null, won: false, year: null },
  ],
  customMetadata: { shelf: 'B "3"', nested: { list: [1, 'zwei\n', null, true] } },
}

const ALL = { ...VALUES, ...FURTHER }

/** Elements that have to be there, with text and attributes. Null: the kind of document has no place for the field. */
type Expected = readonly Partial<Element>[] | null
type Document = Readonly<Record<Edited | keyof typeof FURTHER, Expected>>

const own = (name: string, content: string): Expected => [['meta', '', { name: `octavo:${name}`, content }]]
const one = (name: string, text: string | number, attributes: Element[2] = {}): Expected => [
  [name, String(text), attributes],
]

/** ComicInfo 2.1, and `TitleSort` of other programs. */
const COMIC_INFO: Document = {
  title: one('Title', VALUES.title),
  titleSort: one('TitleSort', VALUES.titleSort),
  number: one('Number', '7.5'),
  volume: one('Volume', 3),
  count: one('Count', 9),
  summary: one('Summary', VALUES.summary),
  genres: one('Genre', 'Drama, Sea stories'),
  subjects: one('Tags', 'ferries, night'),
  authors: [
    ['Writer', 'Ana Sá', {}],
    ['Translator', 'Rui Mar', {}],
  ],
  languageIso: one('LanguageISO', 'de'),
  manga: one('Manga', 'No'),
  blackAndWhite: one('BlackAndWhite', 'Yes'),
  publisher: one('Publisher', VALUES.publisher),
  imprint: one('Imprint', 'Petite'),
  year: one('Year', 1999),
  month: one('Month', 2),
  day: one('Day', 28),
  formatDetail: one('Format', 'Omnibus'),
  // By the format.
  bookType: one('Format', 'Omnibus'),
  isbns: one('GTIN', VALUES.isbns),
  ...{ subtitle: null, originalTitle: null, originalYear: null, edition: null },
  ...{ chapter: null, seriesPosition: null, seriesTotal: null, awards: null, customMetadata: null },
}

/** MetronInfo 1.0. */
const METRON_INFO: Document = {
  title: one('CollectionTitle', VALUES.title),
  number: one('Number', '7.5'),
  volume: one('Volume', 3),
  count: one('IssueCount', 9),
  summary: one('Summary', VALUES.summary),
  genres: [
    ['Genre', 'Drama', {}],
    ['Genre', 'Sea stories', {}],
  ],
  subjects: [
    ['Tag', 'ferries', {}],
    ['Tag', 'night', {}],
  ],
  authors: [
    ['Creator', 'Ana Sá', {}],
    ['Role', 'Writer', {}],
    ['Creator', 'Rui Mar', {}],
    ['Role', 'Translator', {}],
  ],
  languageIso: one('Series', '', { lang: 'de' }),
  publisher: one('Name', VALUES.publisher),
  imprint: one('Imprint', 'Petite'),
  ...{
    year: one('CoverDate', '1999-02-28'),
    month: one('CoverDate', '1999-02-28'),
    day: one('CoverDate', '1999-02-28'),
  },
  formatDetail: one('Format', 'Omnibus'),
  bookType: one('Format', 'Omnibus'),
  isbns: one('ISBN', VALUES.isbns),
  ...{ titleSort: null, subtitle: null, originalTitle: null, originalYear: null, edition: null },
  ...{ manga: null, blackAndWhite: null, chapter: null, seriesPosition: null, seriesTotal: null },
  ...{ awards: null, customMetadata: null },
}

/** What calibre reads in OPF 2 and 3: Dublin Core, and its own elements for series and the sort form of the title. */
const CALIBRE = {
  title: one('title', VALUES.title),
  titleSort: one('meta', '', { name: 'calibre:title_sort', content: VALUES.titleSort }),
  number: one('meta', '', { name: 'calibre:series_index', content: '7.5' }),
  summary: one('description', VALUES.summary),
  genres: [
    ['subject', 'Drama', {}],
    ['subject', 'Sea stories', {}],
  ],
  languageIso: one('language', 'de'),
  publisher: one('publisher', VALUES.publisher),
  ...{ year: one('date', '1999-02-28'), month: one('date', '1999-02-28'), day: one('date', '1999-02-28') },
  // Elements of Octavo, where Dublin Core and calibre have none.
  originalTitle: own('original_title', VALUES.originalTitle),
  originalYear: own('original_year', '1988'),
  volume: own('volume', '3'),
  count: own('count', '9'),
  subjects: [
    ['meta', '', { name: 'octavo:tag', content: 'ferries' }],
    ['meta', '', { name: 'octavo:tag', content: 'night' }],
  ],
  bookType: own('book_type', 'omnibus'),
  manga: own('manga', 'false'),
  blackAndWhite: own('black_and_white', 'true'),
  imprint: own('imprint', 'Petite'),
  formatDetail: own('format', 'Omnibus'),
  chapter: own('chapter', '12'),
  seriesPosition: own('series_position', '4'),
  seriesTotal: own('series_total', '8'),
  awards: [
    ['meta', '', { name: 'octavo:award', content: JSON.stringify(FURTHER.awards[0]) }],
    ['meta', '', { name: 'octavo:award', content: JSON.stringify(FURTHER.awards[1]) }],
  ],
  customMetadata: own('custom_metadata', JSON.stringify(FURTHER.customMetadata)),
} as const satisfies Partial<Document>

/** EPUB 3, 5.3 and 5.4. */
const OPF_3: Document = {
  ...CALIBRE,
  subtitle: [
    ['title', 'Ein Sommer', { id: 'octavo-subtitle' }],
    ['meta', 'subtitle', { refines: '#octavo-subtitle', property: 'title-type' }],
  ],
  edition: one('meta', 'Second edition', { property: 'schema:bookEdition' }),
  isbns: one('identifier', `urn:isbn:${VALUES.isbns}`),
  authors: [
    ['creator', 'Ana Sá', { id: 'octavo-person-1' }],
    ['meta', 'aut', { refines: '#octavo-person-1', property: 'role', scheme: 'marc:relators' }],
    ['meta', 'Sá, Ana', { refines: '#octavo-person-1', property: 'file-as' }],
    ['creator', 'Rui Mar', { id: 'octavo-person-2' }],
    ['meta', 'trl', { refines: '#octavo-person-2', property: 'role', scheme: 'marc:relators' }],
  ],
}

/** OPF 2, as calibre writes it next to a book. */
const OPF_2: Document = {
  ...CALIBRE,
  subtitle: null,
  edition: one('meta', '', { name: 'schema:bookEdition', content: 'Second edition' }),
  isbns: one('identifier', VALUES.isbns, { scheme: 'ISBN' }),
  authors: [
    ['creator', 'Ana Sá', { role: 'aut', 'file-as': 'Sá, Ana' }],
    ['creator', 'Rui Mar', { role: 'trl' }],
  ],
}

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
    const reported = fields.filter(field => expected[field] === null)
    expect(own?.skipped.toSorted()).toEqual(reported.map(field => files[field] ?? field).toSorted())
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
