// Documents with written metadata: both of a comic, which agree afterwards; a ComicInfo.xml next to a book; and
// refusals.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import type { BookExternalIdDto } from '@octavo/contract/external'
import type { FieldProvenanceDto } from '@octavo/contract/metadata-history'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage, pageColour } from '../kit/images'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { zip } from '../kit/zip'
import { bookAt, firstScans, makeLibrary, scan } from './catalogue'
import { readByPython, textOf, writingTo } from './write-back-kit'

setDefaultTimeout(60_000)

// As MetronTagger writes it, with what Octavo does not read.
const METRON = `<?xml version="1.0" encoding="UTF-8"?>
<MetronInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <IDS>
    <ID source="Metron" primary="true">290431</ID>
  </IDS>
  <Publisher id="1"><Name>DC Comics</Name><Imprint id="2">Vertigo</Imprint></Publisher>
  <Series id="65478" lang="en"><Name>Sea</Name><SortName>Sea</SortName><StartYear>1970</StartYear></Series>
  <Number>1</Number>
  <Stories><Story id="12">Part One</Story><Story id="13">Part Two</Story></Stories>
  <!-- by hand -->
  <Prices><Price country="US">3.99</Price></Prices>
  <Genres><Genre id="7">Crime</Genre><Genre>Super-Hero</Genre></Genres>
  <Credits>
    <Credit><Creator id="3">Bo</Creator><Roles><Role id="1">Script</Role><Role>Cover</Role></Roles></Credit>
    <Credit><Creator>Dan</Creator><Roles><Role>Associate Editor</Role></Roles></Credit>
  </Credits>
  <GTIN><UPC>76194130593600111</UPC></GTIN>
  <Unknown kind="x">stays</Unknown>
  <LastModified>2023-05-31T09:00:46-04:00</LastModified>
</MetronInfo>`

const folder = temporaryFolder('write-back-documents')
const at = (path: string) => join(folder.path, path)
let octavo: Octavo
let admin: Client
let libraryId: string
const edit = (book: BookDto, body: object) => admin.patch(`/api/v1/books/${book.id}/metadata`, body)
const metadataOf = (book: BookDto) => admin.get<BookMetadataResponse>(`/api/v1/books/${book.id}/metadata`)
const writing = () => writingTo(admin, libraryId)
const refusalOf = async (name: string): Promise<string | null> =>
  (await writing().preview({ bookIds: [(await bookAt(admin, name)).id] })).books[0]?.refusal?.code ?? null

beforeAll(async () => {
  const page = (colour: number) => jpegImage({ width: 60, height: 90 }, pageColour(colour))
  const [one, two] = [await page(1), await page(2)]
  const info = '<ComicInfo><Title>Old</Title><Series>Sea</Series><Colorist>Cy</Colorist></ComicInfo>'
  const both = zip([
    { name: '1.jpg', data: one },
    { name: 'MetronInfo.xml', data: METRON, method: 'deflate' },
    { name: '2.jpg', data: two },
    { name: 'ComicInfo.xml', data: info },
    { name: '3.jpg', data: one },
  ])
  const split = Buffer.from(await comic({ pages: 3 }))
  // Disk 1 of an archive in parts (APPNOTE 4.3.16).
  split.writeUInt16LE(1, split.length - 18)
  const signed = Buffer.from(ebook({ title: 'Signed', chapters: [{ title: 'One', paragraphs: ['Words.'] }] }))
  writeLibrary(folder.path, {
    'Sea/Both.cbz': both,
    'Sea/Plain.cbz': await comic({ pages: 2 }),
    'Vol/Vol v03.cbz': await comic({ pages: 5, comicInfo: { Title: 'One', Imprint: 'Petite' } }),
    'Images/Pair/1.jpg': one,
    'Images/Pair/2.jpg': two,
    'Images/Pair/MetronInfo.xml': Buffer.from(METRON),
    'Images/Pair/ComicInfo.xml': Buffer.from(info),
    'No/Split.cbz': split,
    'No/Front.cbz': Buffer.concat([Buffer.from('MZ in front'), await comic({ pages: 4 })]),
    'No/Broken.cbz': Buffer.concat([
      Buffer.from(
        zip([
          { name: '1.jpg', data: one },
          { name: 'ComicInfo.xml', data: '<ComicInfo><Title>x' },
        ]),
      ),
    ]),
    'No/Signed.epub': withSignature(signed),
  })
  mkdirSync(at('Rar'))
  for (const [from, to] of [
    ['cbr/komga-rar4.cbr', 'Rar/Rar.cbr'],
    ['cb7/komga-7zip.cb7', 'No/Seven.cb7'],
    ['cbt/tar.cbt', 'No/Tar.cbt'],
    ['pdf/rust_book.pdf', 'No/Pdf.pdf'],
    ['cbz/komga-zip-encrypted.cbz', 'No/Locked.cbz'],
  ] as const)
    copyFileSync(join(FIXTURES, from), at(to))
  octavo = await startOctavo({
    database: 'sqlite',
    libraries: [folder.path],
    env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
  })
  admin = await octavo.signInAsAdmin()
  libraryId = (await firstScans(admin, 1))[0]?.id ?? ''
  await writing().mode('file')
})
afterAll(async () => {
  await octavo?.stop()
  folder.remove()
})

/** The EPUB with a signature: what it is does not matter. */
function withSignature(epub: Uint8Array): Uint8Array {
  const file = at('signed.tmp')
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(file, epub)
  Bun.spawnSync([
    'python3',
    '-c',
    'import sys,zipfile;zipfile.ZipFile(sys.argv[1],"a").writestr("META-INF/signatures.xml","<signatures/>")',
    file,
  ])
  const bytes = readFileSync(file)
  Bun.spawnSync(['rm', file])
  return bytes
}

const EDITED = {
  title: 'Part One; Part Three',
  publisher: 'Image',
  genres: ['Drama', 'Crime'],
  year: 2011,
  month: 10,
  day: 1,
  isbns: '9780316769488',
  authors: [
    { name: 'Bo', role: 'writer', sortName: null },
    { name: 'Eve', role: 'writer', sortName: null },
    { name: 'Dan', role: 'editor', sortName: null },
    { name: 'Eve', role: 'letterer', sortName: null },
  ],
}

test.each([
  ['Both.cbz', 'Sea/Both.cbz', (path: string) => readByPython(path, 'MetronInfo.xml', 'ComicInfo.xml')],
  [
    'Pair',
    'Images/Pair',
    (path: string) => {
      const documents = ['MetronInfo.xml', 'ComicInfo.xml'].map(name => readByPython(`${path}/${name}`).elements)
      return { members: {}, documents }
    },
  ],
] as const)(
  'MetronInfo and ComicInfo of %s say the same, and what only one of them knows stays',
  async (name, path, read) => {
    const before = read(at(path))
    const book = await bookAt(admin, name)
    expect((await metadataOf(book)).title).toBe('Part One; Part Two')
    await edit(book, EDITED)
    const [shown] = (await writing().preview({ bookIds: [book.id] })).books
    expect(shown?.documents.map(document => [document.name, document.skipped])).toEqual([
      ['MetronInfo.xml', []],
      ['ComicInfo.xml', []],
    ])
    expect(shown?.documents[0]?.changes).toContainEqual({
      ...{ field: 'title', before: 'Part One; Part Two', after: 'Part One; Part Three' },
    })
    expect(await writing().write({ bookIds: [book.id] })).toMatchObject({ written: 1, not_written: 0 })

    const { members, documents } = read(at(path))
    const [metron = [], info = []] = documents
    expect(members).toEqual(before.members)
    const stays = ['ID', 'SortName', 'StartYear', 'Price', 'UPC', 'Unknown']
    expect(metron.filter(([tag]) => stays.includes(tag))).toEqual(
      (before.documents[0] ?? []).filter(([tag]) => stays.includes(tag)),
    )
    const of = (tag: string) => metron.filter(([one]) => one === tag).map(([, text, attributes]) => [text, attributes])
    expect(of('Story')).toEqual([
      ['Part One', { id: '12' }],
      ['Part Three', {}],
    ])
    expect(of('Genre')).toEqual([
      ['Drama', {}],
      ['Crime', { id: '7' }],
    ])
    expect(of('Series')).toEqual([['', { id: '65478', lang: 'en' }]])
    expect(of('Creator')).toEqual([
      ['Bo', { id: '3' }],
      ['Eve', {}],
      ['Dan', {}],
    ])
    expect(of('Role')).toEqual([
      ['Script', { id: '1' }],
      ['Writer', {}],
      ['Letterer', {}],
      ['Associate Editor', {}],
    ])
    expect([textOf(metron, 'CoverDate'), textOf(metron, 'ISBN')]).toEqual([['2011-10-01'], ['9780316769488']])
    expect(textOf(metron, 'LastModified')).not.toEqual(['2023-05-31T09:00:46-04:00'])
    for (const [tag, text] of Object.entries({
      ...{ Title: EDITED.title, Publisher: 'Image', Genre: 'Drama, Crime', Year: '2011', Month: '10', Day: '1' },
      ...{ Writer: 'Bo, Eve', Editor: 'Dan', Letterer: 'Eve', GTIN: '9780316769488' },
    }))
      expect([tag, ...textOf(info, tag)]).toEqual([tag, text])
    expect(textOf(info, 'Colorist')).toEqual([])

    const again = await metadataOf(book)
    expect([again.title, again.publisher, again.genres]).toEqual([EDITED.title, 'Image', EDITED.genres])
    const [same] = (await writing().preview({ bookIds: [book.id] })).books
    expect(same?.documents.flatMap(({ changes }) => changes)).toEqual([])
  },
)

test('a volume that only the path says is none of the file: it stays out, and its origin says so', async () => {
  const book = await bookAt(admin, 'Vol v03.cbz')
  await edit(book, { publisher: 'Image' })
  const [shown] = (await writing().preview({ bookIds: [book.id] })).books
  expect(shown?.documents[0]?.changes.map(({ field }) => field)).toEqual(['publisher'])
  const originOf = async (path: string, name: string) => {
    const { fields } = await admin.get<{ fields: FieldProvenanceDto[] }>(`/api/v1/${path}/metadata/provenance`)
    return fields.find(({ field }) => field === name)
  }
  expect((await metadataOf(book)).volume).toBe(3)
  expect(await originOf(`books/${book.id}`, 'volume')).toMatchObject({ origin: 'rules', source: null })
  expect(await originOf(`series/${book.seriesId}`, 'imprint')).toMatchObject({ origin: 'file', source: 'books' })
})

test('ids at other sites that a person has set or deleted replace those of the document', async () => {
  const book = await bookAt(admin, 'Both.cbz')
  const url = `/api/v1/books/${book.id}/external-ids`
  const written = async () => {
    const { documents } = (await writing().preview({ bookIds: [book.id] })).books[0] ?? {}
    const changes = documents?.map(({ changes }) =>
      changes.flatMap(({ field, before, after }) => (field === 'identifiers' ? [[field, before, after]] : [])),
    )
    expect(await writing().write({ bookIds: [book.id] })).toMatchObject({ written: 1, not_written: 0 })
    const { elements } = readByPython(at('Sea/Both.cbz'), 'MetronInfo.xml')
    const of = (name: string) => elements.filter(([tag]) => tag === name).map(([, text, said]) => [text, said])
    return { changes, skipped: documents?.map(({ skipped }) => skipped), ids: of('ID'), series: of('Series')[0] }
  }
  await admin.post(url, { source: 'metron', externalId: '5' })
  await admin.post(url, { source: 'Comic Vine', externalId: '9' })
  const upc = 'upc 76194130593600111'
  expect(await written()).toEqual({
    changes: [[['identifiers', `Metron 290431, ${upc}`, `Comic Vine 9, Metron 5, ${upc}`]], []],
    skipped: [[], ['identifiers']],
    ids: [
      ['9', { source: 'Comic Vine' }],
      ['5', { source: 'Metron', primary: 'true' }],
    ],
    series: ['', { id: '65478', lang: 'en' }],
  })
  const { externalIds } = await admin.get<{ externalIds: BookExternalIdDto[] }>(url)
  const metron = externalIds.find(({ source }) => source === 'metron')
  await admin.delete(`${url}/${metron?.id}`)
  // The id of the series was one of Metron.
  expect(await written()).toMatchObject({ ids: [['9', { source: 'Comic Vine' }]], series: ['', { lang: 'en' }] })
})

test('a comic gets a MetronInfo.xml on request, with its series', async () => {
  const book = await bookAt(admin, 'Plain.cbz')
  await edit(book, { title: 'Alone', volume: 2, formatDetail: 'Omnibus', languageIso: 'de' })
  const body = { bookIds: [book.id], into: 'metroninfo' }
  const [shown] = (await writing().preview(body)).books
  expect(shown).toMatchObject({ into: 'metroninfo', documents: [{ name: 'MetronInfo.xml', skipped: [] }] })
  expect(await writing().write(body)).toMatchObject({ written: 1 })
  const { elements } = readByPython(at('Sea/Plain.cbz'), 'MetronInfo.xml')
  const { seriesName } = book
  expect(
    elements
      .map(([tag, text, { lang }]) => [tag, text, ...(lang ? [lang] : [])])
      .filter(([tag]) => tag !== 'LastModified'),
  ).toEqual([
    ['MetronInfo', ''],
    ['Series', '', 'de'],
    ['Name', seriesName],
    ['Volume', '2'],
    ['Format', 'Omnibus'],
    ['CollectionTitle', 'Alone'],
  ])
})

test('a ComicInfo.xml next to a RAR archive is written, read, and overrides the one in the archive', async () => {
  const book = await bookAt(admin, 'Rar.cbr')
  await edit(book, { title: 'Beside', genres: ['Drama'] })
  await writing().mode('comicinfo_sidecar')
  expect(await writing().write({ bookIds: [book.id] })).toMatchObject({ written: 1 })
  expect(textOf(readByPython(at('Rar/Rar.cbr.xml')).elements, 'Title')).toEqual(['Beside'])
  await scan(admin, libraryId)
  const copy = temporaryFolder('write-back-beside')
  try {
    for (const ending of ['cbr', 'cbr.xml']) copyFileSync(at(`Rar/Rar.${ending}`), join(copy.path, `Copied.${ending}`))
    await makeLibrary(admin, 'Copies', copy.path)
    const books = (await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=100')).data
    const copied = books.find(({ path }) => path.startsWith(copy.path))
    if (copied === undefined) throw new Error('The copy is not listed')
    const { title, genres } = await metadataOf(copied)
    expect([title, genres]).toEqual(['Beside', ['Drama']])
  } finally {
    copy.remove()
  }
  const refused = await writing().preview({ bookIds: [book.id], into: 'file' })
  expect(refused.books[0]?.refusal?.code).toBe('sidecar-only')
  await writing().mode('file')
})

test.each([
  ['Rar.cbr', 'rar'],
  ['Seven.cb7', '7z'],
  ['Tar.cbt', 'tar'],
  ['Pdf.pdf', 'pdf'],
  ['Locked.cbz', 'encrypted'],
  ['Split.cbz', 'split'],
  ['Front.cbz', 'not-rewritable'],
  ['Broken.cbz', 'document-unreadable'],
  ['Signed.epub', 'signed'],
])('%s is not written and says why: %s', async (name, code) => {
  const book = await bookAt(admin, name)
  await edit(book, { title: 'New' })
  const bytes = readFileSync(at(book.path.slice(folder.path.length + 1)))
  expect(await refusalOf(name)).toBe(code)
  expect(await writing().write({ bookIds: [book.id] })).toMatchObject({
    ...{ written: 0, not_written: 1 },
    refusals: [{ bookId: book.id, code }],
  })
  expect(readFileSync(book.path).equals(bytes)).toBe(true)
})
