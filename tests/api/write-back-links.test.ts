// Links that people set for books: what is written, what python reads there, and what a scan makes of it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { BookExternalLinkDto } from '@octavo/contract/external'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, bookAt, firstScans, makeLibrary } from './catalogue'
import { type Element, readByPython, writingTo } from './write-back-kit'

setDefaultTimeout(60_000)

const GCD = 'https://www.comics.org/issue/943312/'
const GCD_NEW = 'https://www.comics.org/issue/1000001/'
const WIKI = 'https://wiki.example.org/Saga_(comic),_1?a=1&b=2'
const GONE = 'https://gone.example.org/saga'
const STAYS = 'https://stays.example.org/saga'

const chapters = [{ title: 'One', paragraphs: ['Words.'] }]

const elementsNamed = (elements: readonly Element[], name: string) =>
  elements.filter(([tag]) => tag === name).map(([, text, attributes]) => [text, attributes])

describe.each(['sqlite', 'postgres'] as const)('links on %s', database => {
  const folder = temporaryFolder(`write-back-links-${database}`)
  const copies = temporaryFolder(`write-back-links-copies-${database}`)
  const at = (path: string) => join(folder.path, path)
  let octavo: Octavo
  let admin: Client
  let libraryId: string
  const linksOf = async ({ id }: BookDto) =>
    (await admin.get<{ links: BookExternalLinkDto[] }>(`/api/v1/books/${id}/external-links`)).links
  const set = async ({ id }: BookDto) => {
    await admin.post(`/api/v1/books/${id}/external-links`, { sourceName: 'gcd', url: GCD_NEW })
    await admin.post(`/api/v1/books/${id}/external-links`, { sourceName: 'Fan wiki', url: WIKI })
  }
  const previewed = async ({ id }: BookDto, into?: string) => {
    const { books } = await writingTo(admin, libraryId).preview({ bookIds: [id], into })
    return books[0]?.documents ?? []
  }
  const write = async ({ id }: BookDto, into?: string) =>
    expect(await writingTo(admin, libraryId).write({ bookIds: [id], into })).toMatchObject({ written: 1 })

  beforeAll(async () => {
    const Web = `${GCD}, ${STAYS} ${GONE}`
    writeLibrary(folder.path, {
      'Comic/Comic.cbz': await comic({ pages: 1, comicInfo: { Web, CommunityRating: '4.5' } }),
      'Metron/Metron.cbz': await comic({ pages: 2 }),
      'Epub/Epub.epub': ebook({ title: 'Old', chapters }),
      'Opf/Beside.cbz': await comic({ pages: 3 }),
    })
    octavo = await startOctavo({ database, libraries: [folder.path], env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' } })
    admin = await octavo.signInAsAdmin()
    libraryId = (await firstScans(admin, 1))[0]?.id ?? ''
    await writingTo(admin, libraryId).mode('file')
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
    copies.remove()
  })

  test('a ComicInfo.xml has all addresses in one element, and a deleted one is removed', async () => {
    const book = await bookAt(admin, 'Comic.cbz')
    await set(book)
    await admin.delete(`/api/v1/books/${book.id}/external-links/gone.example.org`)
    const [document] = await previewed(book)
    expect(document).toMatchObject({
      changes: [
        {
          field: 'webLinks',
          before: [GCD, STAYS, GONE].join(', '),
          after: [GCD_NEW, STAYS, WIKI].join(', '),
        },
      ],
      skipped: [],
    })
    await write(book)
    const { elements } = readByPython(at('Comic/Comic.cbz'), 'ComicInfo.xml')
    expect(elementsNamed(elements, 'Web')).toEqual([[[GCD_NEW, STAYS, WIKI].join(' '), {}]])
    expect((await previewed(book))[0]).toMatchObject({ changes: [], skipped: [] })
    // The same address, once by its name and once by its site, is one link.
    expect((await linksOf(book)).map(({ sourceName, url }) => [sourceName, url])).toEqual([
      ['fan wiki', WIKI],
      ['gcd', GCD_NEW],
      ['stays.example.org', STAYS],
    ])
  })

  test('the score of a ComicInfo.xml is written to the OPF file in calibre’s stars', async () => {
    const book = await bookAt(admin, 'Comic.cbz')
    await write(book, 'sidecar')
    const metas = elementsNamed(readByPython(at('Comic/Comic.opf')).elements, 'meta')
    expect(metas).toContainEqual(['', { name: 'calibre:rating', content: '9' }])
    rmSync(at('Comic/Comic.opf'))
  })

  test('a MetronInfo.xml has an element for each address, with the first as primary', async () => {
    const book = await bookAt(admin, 'Metron.cbz')
    await set(book)
    await write(book, 'metroninfo')
    const { elements } = readByPython(at('Metron/Metron.cbz'), 'MetronInfo.xml')
    expect(elementsNamed(elements, 'URL')).toEqual([
      [WIKI, { primary: 'true' }],
      [GCD_NEW, {}],
    ])
  })

  test('package documents have an identifier for each address in calibre’s format', async () => {
    const book = await bookAt(admin, 'Epub.epub')
    const [own] = readByPython(at('Epub/Epub.epub'), 'OEBPS/package.opf').elements.filter(
      ([tag]) => tag === 'identifier',
    )
    await set(book)
    await admin.post(`/api/v1/books/${book.id}/external-ids`, { source: 'goodreads', externalId: '7' })
    await write(book)
    const identifiers = () =>
      elementsNamed(readByPython(at('Epub/Epub.epub'), 'OEBPS/package.opf').elements, 'identifier')
    expect(identifiers()).toEqual([
      [own?.[1] ?? '', own?.[2] ?? {}],
      ['urn:goodreads:7', {}],
      [`url:${WIKI}`, {}],
      [`url1:${GCD_NEW}`, {}],
    ])
    await admin.post(`/api/v1/books/${book.id}/external-links`, { sourceName: 'Fan wiki', url: STAYS })
    await write(book)
    expect(identifiers().map(([text]) => text)).toEqual([
      ...[own?.[1] ?? '', 'urn:goodreads:7', `url:${WIKI}`, `url1:${GCD_NEW}`, `url2:${STAYS}`],
    ])
    const sidecar = await bookAt(admin, 'Beside.cbz')
    await set(sidecar)
    await write(sidecar, 'sidecar')
    const schemes = elementsNamed(readByPython(at('Opf/Beside.opf')).elements, 'identifier').slice(1)
    expect(schemes).toEqual([
      [WIKI, { scheme: 'URL' }],
      [GCD_NEW, { scheme: 'URL1' }],
    ])
  })

  test('another library with the same files shows the same addresses', async () => {
    cpSync(folder.path, copies.path, { recursive: true })
    await makeLibrary(admin, 'Copies', copies.path)
    const copied = (await allBooks(admin)).filter(book => book.path.startsWith(copies.path))
    expect(copied).toHaveLength(4)
    for (const book of copied) {
      const urls = (await linksOf(book)).map(({ url }) => url)
      expect(urls).toEqual(expect.arrayContaining([GCD_NEW, WIKI]))
    }
  })
})
