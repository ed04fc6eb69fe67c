// Metadata of series, edited and locked: what books may change afterwards, two people at once, reset, many at once, rights.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BulkMetadataUpdateResponse } from '@octavo/contract/book-metadata'
import { ErrorResponse } from '@octavo/contract/errors'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import { FullSeriesMetadataResponse } from '@octavo/contract/series-metadata'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { firstScans, JSON_HEADERS, type SeriesPage, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const NOBODY = '00000000-0000-4000-8000-000000000000'

const EVERYTHING = {
  title: 'Der Strom',
  titleSort: 'Strom, Der',
  summary: 'Down the river.',
  publisher: 'Éditions Minuit',
  imprint: 'Petite',
  status: 'hiatus',
  ageRating: 16,
  language: 'de',
  readingDirection: 'rtl',
  year: 1999,
  totalVolumeCount: 12,
  totalChapterCount: 80.5,
  authors: [{ name: 'Ana Sá', role: 'writer', sortName: 'Sá, Ana' }],
  customMetadata: { shelf: 'A4' },
} as const

for (const database of DATABASES) {
  describe(`metadata of series on ${database}`, () => {
    const folder = temporaryFolder('series-metadata')
    let octavo: Inhabited
    let admin: Client
    let libraryId: string
    let river: string
    let rain: string
    const at = (id: string, rest = 'metadata') => `/api/v1/series/${id}/${rest}`
    const send = (who: Client, method: string, path: string, body?: object, headers: object = {}) =>
      who.fetch(path, { method, headers: { ...JSON_HEADERS, ...headers }, ...(body && { body: JSON.stringify(body) }) })
    const read = async (id: string) => FullSeriesMetadataResponse.parse(await admin.get(at(id)))
    const namesOf = (named: readonly { name: string }[]) => named.map(one => one.name)
    const lockedOf = (locks: Record<string, boolean>) => Object.keys(locks).filter(name => locks[name])
    const found = async (condition: object) =>
      (await admin.post<SeriesPage>('/api/v1/series/list', { condition })).data.map(series => series.id)
    const is = (value: string) => ({ operator: 'is', value })
    const rewrite = async (info: Record<string, string | number>) => {
      writeFileSync(join(folder.path, 'River/River 01.cbz'), await comic({ pages: 1, comicInfo: info }))
      for (const mode of ['normal', 'deep']) await scan(admin, libraryId, mode)
    }

    beforeAll(async () => {
      const comicInfo = {
        Series: 'River',
        Publisher: 'Harbour',
        Genre: 'Action',
        Tags: 'wet',
        Writer: 'Bo',
        LanguageISO: 'en',
        Year: 2010,
        Summary: 'First.',
      }
      writeLibrary(folder.path, {
        'River/River 01.cbz': await comic({ pages: 1, comicInfo }),
        'River/River 02.cbz': await comic({ pages: 2 }),
        'Rain/Rain 01.cbz': await comic({ pages: 3, comicInfo: { Genre: 'Drama' } }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      libraryId = (await firstScans(admin))[0]?.id ?? ''
      river = (await seriesNamed(admin, 'River')).id
      rain = (await seriesNamed(admin, 'Rain')).id
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('begin with the values of the books, with nothing locked', async () => {
      const said = await read(river)
      expect(said).toMatchObject({ title: 'River', publisher: 'Harbour', summary: 'First.', year: 2010 })
      expect([namesOf(said.genres), namesOf(said.tags), lockedOf(said.locks)]).toEqual([['Action'], ['wet'], []])
    })

    test('every field is saved, shown everywhere, locked, and survives later changes of the books', async () => {
      await admin.patch(at(river), { ...EVERYTHING, genres: ['Sea stories', 'Drama'], tags: [] })
      const check = async () => {
        const said = await read(river)
        expect(said).toMatchObject(EVERYTHING)
        expect([namesOf(said.genres), namesOf(said.tags)]).toEqual([['Drama', 'Sea stories'], []])
        const named = Object.keys(EVERYTHING).map(name => (name === 'authors' ? 'authorsJsonLock' : name))
        expect(lockedOf(said.locks).toSorted()).toEqual([...named, 'genres', 'tags'].toSorted())
      }
      await check()
      await rewrite({
        Series: 'Other',
        Publisher: 'Other',
        Genre: 'Other',
        Tags: 'other',
        Writer: 'Other',
        LanguageISO: 'fr',
        Year: 1950,
        Summary: 'Other',
        AgeRating: 'Teen',
        Manga: 'Yes',
      })
      await check()
      const full = await admin.get<FullSeriesResponse>(at(river, 'full'))
      expect(full.metadata).toMatchObject(EVERYTHING)
      expect(namesOf(full.genres)).toEqual(['Drama', 'Sea stories'])
    })

    test('lists find and order a series by its edited values', async () => {
      expect(await found({ genre: is('sea stories') })).toEqual([river])
      expect(await found({ genre: is('other') })).toEqual([])
      expect(await found({ author: is('ana sa') })).toEqual([river])
      expect(await found({ language: is('de') })).toEqual([river])
      expect(await found({ publisher: is('editions minuit') })).toEqual([river])
      expect(await found({ completion: { operator: 'isFalse' } })).toEqual([river])
      const words = await admin.post<{ id: string }[]>('/api/v1/series/search', { query: 'strom' })
      expect(words.map(series => series.id)).toEqual([river])
      const { data } = await admin.get<SeriesPage>('/api/v1/series?sort=name,asc')
      expect(data.map(series => series.title)).toEqual(['Rain', 'Der Strom'])
    })

    test('a lifted lock lets the books in again; a title of null is that of the rules', async () => {
      await admin.put(at(river, 'metadata/locks'), { genres: false, summary: false, publisher: null })
      const said = await read(river)
      expect([namesOf(said.genres), said.locks.genres, said.locks.publisher]).toEqual([['Other'], false, true])
      expect(await admin.patch<object>(`/api/v1/series/${river}`, { title: null })).toMatchObject({ title: 'River' })
      expect((await read(river)).locks.title).toBe(false)
      expect(await admin.patch<object>(`/api/v1/series/${river}`, { title: 'Strom' })).toMatchObject({ title: 'Strom' })
      await scan(admin, libraryId, 'deep')
      expect((await read(river)).title).toBe('Strom')
    })

    test('of two people who change the same version, the second gets a conflict', async () => {
      const etag = (await send(admin, 'GET', at(river))).headers.get('etag') ?? ''
      expect((await send(admin, 'GET', at(river), undefined, { 'if-none-match': etag })).status).toBe(304)
      expect((await send(admin, 'PATCH', at(river), { imprint: 'First' }, { 'if-match': etag })).status).toBe(200)
      const second = await send(admin, 'PATCH', at(river), { imprint: 'Second' }, { 'if-match': etag })
      expect([second.status, ErrorResponse.parse(await second.json()).error]).toEqual([412, 'PreconditionFailed'])
      expect((await read(river)).imprint).toBe('First')
    })

    test('PUT clears omitted fields except the title; a reset drops all edits', async () => {
      const put = await admin.put<object>(at(river), { publisher: 'Only' })
      expect(put).toMatchObject({ title: 'Strom', publisher: 'Only', summary: null, status: null, authors: null })
      await admin.post(at(river, 'alternate-titles'), { label: 'English', title: 'The Stream' })
      const reset = FullSeriesMetadataResponse.parse(await (await send(admin, 'DELETE', at(river))).json())
      expect(reset).toMatchObject({ title: 'River', publisher: 'Other', summary: 'Other', year: 1950, status: null })
      expect([reset.alternateTitles, lockedOf(reset.locks), namesOf(reset.tags)]).toEqual([[], [], ['other']])
      expect(await admin.post<object[]>('/api/v1/series/search', { query: 'stream' })).toEqual([])
    })

    test('many at once: the same change, the same locks, genres and tags added and taken away', async () => {
      const updated = async (method: string, path: string, body: object) => {
        const whole = { seriesIds: [river, rain, NOBODY], ...body }
        const answer = await send(admin, method, `/api/v1/series/bulk/${path}`, whole)
        return BulkMetadataUpdateResponse.parse(await answer.json()).updatedCount
      }
      expect(await updated('PATCH', 'metadata', { status: 'ended' })).toBe(2)
      expect(await updated('POST', 'genres', { add: ['Noir'], remove: ['drama'] })).toBe(2)
      expect(await updated('POST', 'tags', { add: ['seen'] })).toBe(2)
      expect(await updated('PUT', 'metadata/locks', { summary: true, status: false })).toBe(2)
      const said = await read(rain)
      expect(said).toMatchObject({ status: 'ended', locks: { summary: true, status: false, genres: true, tags: true } })
      expect([namesOf(said.genres), namesOf(said.tags)]).toEqual([['Noir'], ['seen']])
      expect(namesOf((await read(river)).genres)).toEqual(['Noir', 'Other'])
    })

    test('readers read, editors write, and a missing series is not found', async () => {
      const reader = await octavo.addUser('reader')
      expect((await reader.fetch(at(river))).status).toBe(200)
      for (const [method, path] of [
        ['PATCH', at(river)],
        ['PUT', at(river)],
        ['DELETE', at(river)],
        ['PUT', at(river, 'metadata/locks')],
        ['PATCH', `/api/v1/series/${river}`],
      ] as const) {
        expect((await send(reader, method, path, {})).status).toBe(403)
        expect((await send(admin, method, path.replace(river, NOBODY), {})).status).toBe(404)
      }
    })

    test('bad input is refused with the field it is about', async () => {
      for (const [body, field, status] of [
        [{ status: 'over' }, 'status', 400],
        [{ ageRating: -1 }, 'ageRating', 400],
        [{ readingDirection: 'up' }, 'readingDirection', 400],
        [{ authors: [{ name: ' ', role: 'writer' }] }, 'authors.0.name', 400],
        [{ locks: { title: 1 } }, 'locks.title', 422],
      ] as const) {
        const answer = await send(admin, 'PATCH', at(river), body)
        const { message } = ErrorResponse.parse(await answer.json())
        expect([answer.status, message.startsWith(`body ${field}:`)]).toEqual([status, true])
      }
    })

    test('a series whose books have moved away keeps its title when it is reset', async () => {
      const books = await admin.get<{ id: string }[]>(`/api/v1/series/${rain}/books`)
      await admin.post('/api/v1/books/move', { bookIds: books.map(book => book.id), seriesId: river })
      expect(await admin.patch<object>(`/api/v1/series/${rain}`, { title: null })).toMatchObject({ title: 'Rain' })
      expect((await send(admin, 'DELETE', at(rain))).status).toBe(200)
    })
  })
}
