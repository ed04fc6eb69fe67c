// Metadata of books, edited and locked: every field, what a scan may change afterwards, two people at once, rights, bad input.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDetailResponse, BookDto } from '@octavo/contract/book'
import { BookMetadataResponse, BulkMetadataUpdateResponse } from '@octavo/contract/book-metadata'
import { ErrorResponse } from '@octavo/contract/errors'
import type { FullBookResponse } from '@octavo/contract/full-book'
import { BookMetadataLocks } from '@octavo/contract/locks'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type BookPage, bookAt, firstScans, JSON_HEADERS, scan } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** A value for every field that PATCH takes. */
const EVERYTHING = {
  title: 'The Crossing',
  titleSort: 'Crossing, The',
  number: 7.5,
  volume: 3,
  chapter: 12.5,
  count: 9,
  summary: 'A ferry, at night.',
  publisher: 'Éditions Minuit',
  imprint: 'Petite',
  year: 1999,
  month: 2,
  day: 28,
  languageIso: 'pt-BR',
  formatDetail: 'Hardcover',
  blackAndWhite: true,
  manga: false,
  subtitle: 'A Novel',
  edition: 'Second',
  originalTitle: 'A Travessia',
  originalYear: 1987,
  seriesPosition: 2.5,
  seriesTotal: 11,
  bookType: 'graphic_novel',
  genres: ['Drama', 'Sea stories'],
  subjects: ['ferries', 'night'],
  isbns: '9780316769488',
  authors: [
    { name: 'Ana Sá', role: 'writer', sortName: 'Sá, Ana' },
    { name: 'Rui Mar', role: 'translator', sortName: null },
  ],
  awards: [{ name: 'Eisner', category: null, won: true, year: 2001 }],
  customMetadata: { shelf: 'A4', nested: { kept: 1 } },
} as const

for (const database of DATABASES) {
  describe(`metadata of books on ${database}`, () => {
    const folder = temporaryFolder('book-metadata')
    let octavo: Inhabited
    let admin: Client
    let libraryId: string
    const ids: Record<string, string> = {}
    const at = (name: string, rest = 'metadata') => `/api/v1/books/${ids[name] ?? name}/${rest}`
    const send = (who: Client, method: string, path: string, body?: object, headers: object = {}) =>
      who.fetch(path, { method, headers: { ...JSON_HEADERS, ...headers }, ...(body && { body: JSON.stringify(body) }) })
    const read = async (name: string) => BookMetadataResponse.parse(await admin.get(at(name)))
    const patch = async (name: string, body: object) => BookMetadataResponse.parse(await admin.patch(at(name), body))
    const file = (name: string) => join(folder.path, 'Sea', `Sea ${name}.cbz`)
    const lockedOf = (locks: Record<string, boolean>) => Object.keys(locks).filter(name => locks[name])

    beforeAll(async () => {
      const info = (title: string) => ({
        Title: title,
        Series: 'Sea',
        Publisher: 'Harbour',
        Genre: 'Action',
        Writer: 'Bo, Cy',
        Volume: 1,
        Year: 2010,
        AgeRating: 'Teen',
      })
      writeLibrary(folder.path, {
        'Sea/Sea 01.cbz': await comic({ pages: 1, comicInfo: info('One') }),
        'Sea/Sea 02.cbz': await comic({ pages: 2, comicInfo: info('Two') }),
        'Sea/Sea 03.cbz': await comic({ pages: 3 }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      libraryId = (await firstScans(admin))[0]?.id ?? ''
      for (const name of ['01', '02', '03']) ids[name] = (await bookAt(admin, `Sea ${name}.cbz`)).id
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('begin as the file says, with nothing locked', async () => {
      const said = await read('01')
      expect(said).toMatchObject({ publisher: 'Harbour', genres: ['Action'], writer: 'Bo, Cy', volume: 1, year: 2010 })
      expect(lockedOf(said.locks)).toEqual([])
      const ages = ['01', '03'].map(async name => {
        const { metadata } = await admin.get<BookDetailResponse>(`/api/v1/books/${ids[name]}`)
        return metadata?.ageRating
      })
      expect(await Promise.all(ages)).toEqual([13, undefined])
      expect((await admin.get<FullBookResponse>(at('01', 'full'))).metadata.ageRating).toBe(13)
    })

    test('every field is saved, shown everywhere, locked, and survives later changes of the file', async () => {
      const edited = await patch('03', EVERYTHING)
      expect(edited).toMatchObject(EVERYTHING)
      const expected = Object.keys(EVERYTHING).map(
        name => `${{ genres: 'genre', authors: 'authorsJson', awards: 'awardsJson' }[name] ?? name}Lock`,
      )
      expect(lockedOf(edited.locks).toSorted()).toEqual(expected.toSorted())
      writeFileSync(
        file('03'),
        await comic({
          pages: 3,
          comicInfo: {
            Title: 'Other',
            Number: '99',
            Volume: 8,
            Publisher: 'Other',
            Genre: 'Other',
            Year: 1950,
            Summary: 'Other',
            Writer: 'Other',
          },
        }),
      )
      for (const mode of ['normal', 'deep']) await scan(admin, libraryId, mode)
      expect(await read('03')).toMatchObject(EVERYTHING)
      const book = await admin.get<{ book: BookDto }>(`/api/v1/books/${ids['03']}`)
      expect(book.book).toMatchObject({ title: 'The Crossing', titleSort: 'Crossing, The', volume: 3, chapter: 12.5 })
      const full = await admin.get<FullBookResponse>(at('03', 'full'))
      expect(full.metadata).toMatchObject({
        publisher: 'Éditions Minuit',
        summary: 'A ferry, at night.',
        subtitle: 'A Novel',
        seriesTotal: 11,
      })
      expect(full.genres.map(genre => genre.name)).toEqual(['Drama', 'Sea stories'])
      expect(full.metadata.locks.titleLock).toBe(true)
    })

    test('lists find and order a book by its edited values', async () => {
      const found = async (condition: object) =>
        (await admin.post<BookPage>('/api/v1/books/list?sort=title,asc', { condition })).data.map(book => book.id)
      const equal = (value: string) => ({ operator: 'is', value })
      expect(await found({ genre: equal('drama') })).toContain(ids['03'] ?? '')
      expect(await found({ genre: equal('other') })).toEqual([])
      expect(await found({ publisher: equal('editions minuit') })).toEqual([ids['03'] ?? ''])
      expect(await found({ title: equal('the crossing') })).toEqual([ids['03'] ?? ''])
      const words = await admin.post<BookPage>('/api/v1/books/list', { fullTextSearch: 'crossing' })
      expect(words.data.map(book => book.id)).toEqual([ids['03'] ?? ''])
      const order = (await admin.post<BookPage>('/api/v1/books/list?sort=title,asc', {})).data.map(book => book.id)
      expect(order[0]).toBe(ids['03'] ?? '')
    })

    test('what nobody locked follows the file; a lifted lock lets it in again', async () => {
      await patch('01', { publisher: 'Mine', summary: null })
      expect(lockedOf((await read('01')).locks)).toEqual(['publisherLock'])
      const info = { Title: 'One', Publisher: 'Theirs', Genre: 'Mystery', Summary: 'New', Writer: 'Di' }
      writeFileSync(file('01'), await comic({ pages: 1, comicInfo: info }))
      await scan(admin, libraryId)
      expect(await read('01')).toMatchObject({ publisher: 'Mine', genres: ['Mystery'], summary: 'New', writer: 'Di' })
      const locks = BookMetadataLocks.parse(await admin.put(at('01', 'metadata/locks'), { publisherLock: false }))
      expect(lockedOf(locks)).toEqual([])
      await scan(admin, libraryId, 'deep')
      expect((await read('01')).publisher).toBe('Theirs')
    })

    test('a cleared field stays empty; people of one role are held apart from the others', async () => {
      await patch('02', { publisher: null, writer: 'Zoe', genre: '' })
      expect(lockedOf((await read('02')).locks).toSorted()).toEqual(['genreLock', 'publisherLock', 'writerLock'])
      const info = { Title: 'Two', Publisher: 'Harbour', Genre: 'Action', Writer: 'Bo', Inker: 'Ink' }
      writeFileSync(file('02'), await comic({ pages: 2, comicInfo: info }))
      await scan(admin, libraryId)
      expect(await read('02')).toMatchObject({ publisher: null, genres: [], writer: 'Zoe', inker: 'Ink' })
    })

    test('title and number of null are those of the rules again', async () => {
      const before = await admin.patch<object>(`/api/v1/books/${ids['02']}`, { title: 'Mine', number: 40.5 })
      expect(before).toMatchObject({ id: ids['02'], title: 'Mine', number: 40.5 })
      await scan(admin, libraryId, 'deep')
      expect(await read('02')).toMatchObject({ title: 'Mine', number: 40.5 })
      const after = await admin.patch<object>(`/api/v1/books/${ids['02']}`, { title: null, number: null })
      expect(after).toMatchObject({ title: 'Two', number: 2 })
      expect((await read('02')).locks).toMatchObject({ titleLock: false, numberLock: false })
    })

    test('PUT clears what it leaves out; custom metadata is merged by PATCH', async () => {
      const put = await admin.put<BookMetadataResponse>(at('03'), {
        publisher: 'Only',
        customMetadata: { a: 1, b: { c: 2 } },
      })
      expect(put).toMatchObject({
        title: 'The Crossing',
        publisher: 'Only',
        summary: null,
        genres: [],
        authors: [],
        volume: null,
      })
      const merged = await patch('03', { customMetadata: { a: null, b: { d: 3 } } })
      expect(merged.customMetadata).toEqual({ b: { c: 2, d: 3 } })
      const large = await send(admin, 'PATCH', at('03'), { customMetadata: { text: 'x'.repeat(65 * 1024) } })
      expect([large.status, ErrorResponse.parse(await large.json()).details]).toEqual([
        400,
        { path: 'customMetadata', reason: 'text_long', max: 65_536 },
      ])
    })

    test('of two people who change the same version, the second gets a conflict', async () => {
      const opened = await send(admin, 'GET', at('01'))
      const etag = opened.headers.get('etag') ?? ''
      expect((await send(admin, 'GET', at('01'), undefined, { 'if-none-match': etag })).status).toBe(304)
      const first = await send(admin, 'PATCH', at('01'), { imprint: 'First' }, { 'if-match': etag })
      expect(first.status).toBe(200)
      const second = await send(admin, 'PATCH', at('01'), { imprint: 'Second' }, { 'if-match': etag })
      expect([second.status, ErrorResponse.parse(await second.json()).error]).toEqual([412, 'PreconditionFailed'])
      expect((await send(admin, 'PUT', at('01', 'metadata/locks'), {}, { 'if-match': etag })).status).toBe(412)
      expect((await read('01')).imprint).toBe('First')
      const now = first.headers.get('etag') ?? ''
      expect((await send(admin, 'PATCH', at('01'), { imprint: 'Second' }, { 'if-match': now })).status).toBe(200)
      expect((await patch('01', { imprint: 'Third' })).imprint).toBe('Third')
    })

    test('many at once: the same change, the same locks, genres and tags added and taken away', async () => {
      const bookIds = [ids['01'], ids['02'], NOBODY]
      const updated = async (method: string, path: string, body: object) => {
        const answer = await send(admin, method, `/api/v1/books/bulk/${path}`, { bookIds, ...body })
        return BulkMetadataUpdateResponse.parse(await answer.json()).updatedCount
      }
      const open = { publisherLock: false, languageIsoLock: false, genreLock: false, subjectsLock: false }
      expect(await updated('PUT', 'metadata/locks', open)).toBe(2)
      const files = await Promise.all(['01', '02'].map(read))
      expect(await updated('PATCH', 'metadata', { publisher: 'All', languageIso: 'en' })).toBe(2)
      expect(await updated('POST', 'genres', { add: ['Noir', 'noir', 'Sea'], remove: ['mystery'] })).toBe(2)
      expect(await updated('POST', 'tags', { add: ['seen'] })).toBe(2)
      expect(await updated('PUT', 'metadata/locks', { summaryLock: true, publisherLock: false })).toBe(2)
      for (const [index, name] of ['01', '02'].entries()) {
        const book = await read(name)
        expect(book).toMatchObject({ languageIso: 'en', genres: expect.arrayContaining(['Noir', 'Sea']) })
        expect(book.subjects).toContain('seen')
        // Unlocked, so the value of the file applies again.
        expect(book.publisher).toBe(files[index]?.publisher)
        expect(book.locks).toMatchObject({
          summaryLock: true,
          publisherLock: false,
          genreLock: true,
          languageIsoLock: true,
        })
      }
      const again = await send(admin, 'PATCH', '/api/v1/books/bulk/metadata', {
        bookIds,
        languageIso: 'fr',
        imprint: 'New',
      })
      const { skipped } = BulkMetadataUpdateResponse.parse(await again.json())
      expect(skipped?.find(({ field }) => field === 'languageIso')).toEqual({
        ...{ field: 'languageIso', count: 2, ids: expect.arrayContaining([ids['01'], ids['02']]) },
      })
      expect((await read('02')).languageIso).toBe('en')
      const none = await send(admin, 'PATCH', '/api/v1/books/bulk/metadata', { bookIds: [], publisher: 'x' })
      expect(none.status).toBe(400)
    })

    test('readers read, editors write, and a missing book is not found', async () => {
      const reader = await octavo.addUser('reader')
      expect((await reader.fetch(at('01'))).status).toBe(200)
      expect((await reader.fetch(at('01', 'metadata/locks'))).status).toBe(200)
      for (const [method, path] of [
        ['PATCH', at('01')],
        ['PUT', at('01')],
        ['PUT', at('01', 'metadata/locks')],
        ['PATCH', `/api/v1/books/${ids['01']}`],
      ] as const) {
        expect((await send(reader, method, path, {})).status).toBe(403)
        expect((await send(admin, method, path.replace(ids['01'] ?? '', NOBODY), {})).status).toBe(404)
      }
      expect((await send(reader, 'PATCH', '/api/v1/books/bulk/metadata', { bookIds: [ids['01']] })).status).toBe(403)
      expect(
        await (await octavo.addUser('keeper', 'maintainer')).patch<object>(at('01'), { edition: 'K' }),
      ).toMatchObject({
        edition: 'K',
      })
    })

    test('bad input is refused with the field it is about, and changes nothing', async () => {
      const before = await read('01')
      for (const [body, field, status] of [
        [{ month: 13 }, 'month', 400],
        [{ day: 0 }, 'day', 400],
        [{ year: 'x' }, 'year', 422],
        [{ languageIso: 'not a language' }, 'languageIso', 400],
        [{ bookType: 'scroll' }, 'bookType', 400],
        [{ authors: [{ name: 'A', role: 'king' }] }, 'authors.0.role', 400],
        [{ subjects: [' '] }, 'subjects.0', 400],
        [{ locks: { titleLock: 'yes' } }, 'locks.titleLock', 422],
        [{ publisher: 'fine', number: -1 }, 'number', 400],
      ] as const) {
        const answer = await send(admin, 'PATCH', at('01'), body)
        const { message } = ErrorResponse.parse(await answer.json())
        expect([answer.status, message.startsWith(`body ${field}:`)]).toEqual([status, true])
      }
      expect(await read('01')).toEqual(before)
    })
  })
}
