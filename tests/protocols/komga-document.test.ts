// Our answers, made of real books, against the types that Komga's own API document has for them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import { bookAt } from '../api/catalogue'
import { DATABASES, type Inhabited } from '../api/people'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { faultsOf, KOMGA_SHAPES } from './komga-document'
import { post, startKomga } from './komga-library'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of another server's API are walked, and what is found is compared
type Json = Record<string, any>

for (const database of DATABASES) {
  describe(`Komga's API document on ${database}`, () => {
    const folder = temporaryFolder('komga-document')
    let octavo: Inhabited
    let api: Client
    let kim: Client
    let first: BookDto
    let novel: BookDto
    let libraryId: string
    const seen = new Set<string>()
    const extra = new Set<string>()

    beforeAll(async () => {
      const started = await startKomga(database, folder.path)
      ;({ octavo, api, kim, first, libraryId } = started)
      novel = await bookAt(started.admin, 'Novel.epub')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    function expectType(value: unknown, type: string, where: string) {
      expect(faultsOf(value, type, where, extra)).toEqual([])
      const note = (of: string) => {
        const name = of.replace('[]', '')
        if (seen.has(name) || !(name in KOMGA_SHAPES)) return
        seen.add(name)
        for (const inner of Object.values(KOMGA_SHAPES[name] ?? {})) note(inner)
      }
      note(type)
    }
    async function get(path: string, type: string, as = api): Promise<Json> {
      const answer = await as.fetch(path)
      expect([path, answer.status]).toEqual([path, 200])
      const value = (await answer.json()) as Json
      expectType(value, type, path)
      return value
    }

    test('has the types of libraries, series, books and their contents', async () => {
      await api.patch(`/api/v1/books/${first.id}/read-progress`, { page: 2 })
      const links = { links: [{ label: 'wiki', url: 'https://example.org/1' }] }
      await api.patch(`/api/v1/books/${first.id}/metadata`, { ...links, releaseDate: '2001-02-03' })
      const edit = {
        ...links,
        alternateTitles: [{ label: 'Japanese', title: '走る' }],
        ageRating: 12,
        totalBookCount: 20,
      }
      await api.patch(`/api/v1/series/${first.seriesId}/metadata`, edit)
      for (const as of [api, kim]) {
        await get('/api/v1/libraries', 'Library[]', as)
        await get(`/api/v1/libraries/${libraryId}`, 'Library', as)
        for (const path of [
          'series?unpaged=true',
          'series?search=run',
          'series/new',
          'series/updated',
          'series/latest',
        ]) {
          await get(`/api/v1/${path}`, 'SeriesPage', as)
        }
        for (const path of [
          'books?size=500',
          'books/ondeck',
          'books/latest',
          `series/${first.seriesId}/books?size=2`,
        ]) {
          await get(`/api/v1/${path}`, 'BookPage', as)
        }
        await get(`/api/v1/series/${first.seriesId}`, 'Series', as)
        for (const { id } of [first, novel]) await get(`/api/v1/books/${id}`, 'Book', as)
      }
      for (const [path, type] of [
        ['series/list', 'SeriesPage'],
        ['books/list?page=1&size=3', 'BookPage'],
        ['series/list/alphabetical-groups', 'Group[]'],
      ] as const) {
        expectType(await api.post(`/api/v1/${path}`, {}), type, path)
      }
      const book = await get(`/api/v1/books/${first.id}/next`, 'Book')
      await get(`/api/v1/books/${book.id}/previous`, 'Book')
      await get(`/api/v1/books/${first.id}/pages`, 'BookPart[]')
      await get(`/api/v1/books/${first.id}/thumbnails`, 'BookThumbnail[]')
      await get(`/api/v1/series/${first.seriesId}/thumbnails`, 'SeriesThumbnail[]')
      await get(`/api/v2/series/${first.seriesId}/read-progress/tachiyomi`, 'SeriesTracker')
    })

    test('has the types of lists and trackers', async () => {
      const collection = { name: 'Mine', ordered: true, seriesIds: [first.seriesId] }
      expectType(await api.post('/api/v1/collections', collection), 'Collection', 'collections')
      const { content } = await get('/api/v1/collections', 'CollectionPage')
      await get(`/api/v1/collections/${content[0].id}`, 'Collection')
      await get(`/api/v1/collections/${content[0].id}/series`, 'SeriesPage')
      await get(`/api/v1/series/${first.seriesId}/collections`, 'Collection[]')
      const list = { name: 'Next', summary: '', ordered: true, bookIds: [first.id, novel.id] }
      const { id } = await api.post<Json>('/api/v1/readlists', list)
      await get('/api/v1/readlists', 'ReadListPage')
      await get(`/api/v1/readlists/${id}`, 'ReadList')
      await get(`/api/v1/readlists/${id}/books`, 'BookPage')
      await get(`/api/v1/readlists/${id}/books/${first.id}/next`, 'Book')
      await get(`/api/v1/readlists/${id}/read-progress/tachiyomi`, 'ReadListTracker')
      await get(`/api/v1/books/${first.id}/readlists`, 'ReadList[]')
      const form = new FormData()
      const cbl = '<ReadingList><Name>Event</Name><Books><Book Series="Run" Number="3"/></Books></ReadingList>'
      form.append('file', new Blob([cbl]), 'event.cbl')
      const match = await api.fetch('/api/v1/readlists/match/comicrack', { method: 'POST', body: form })
      expectType(await match.json(), 'Match', 'match')
    })

    test('has the types of manifests, positions and places', async () => {
      const people = {
        authors: [
          { name: 'Ann', role: 'writer' },
          { name: 'Bob', role: 'foreword' },
        ],
      }
      await api.patch(`/api/v1/books/${novel.id}/metadata`, people)
      for (const { id } of [first, novel]) {
        await get(`/api/v1/books/${id}/manifest`, 'Manifest')
        const { positions } = await get(`/api/v1/books/${id}/positions`, 'Positions')
        const device = { id: 'a', name: 'Test' }
        const place = { modified: new Date().toISOString(), device, locator: positions[0] }
        const saved = await api.fetch(`/api/v1/books/${id}/progression`, { ...post(place), method: 'PUT' })
        expect(saved.status).toBe(204)
        await get(`/api/v1/books/${id}/progression`, 'Progression')
      }
    })

    test('has the types of names, the account and the server', async () => {
      for (const path of ['genres', 'tags', 'tags/book', 'tags/series', 'languages', 'publishers', 'age-ratings']) {
        await get(`/api/v1/${path}`, 'set')
      }
      for (const path of ['series/release-dates', 'sharing-labels', 'authors/names', 'authors/roles']) {
        await get(`/api/v1/${path}`, 'set')
      }
      await get('/api/v1/authors', 'Author[]')
      await get('/api/v2/authors', 'AuthorPage')
      for (const as of [api, kim]) await get('/api/v2/users/me', 'User', as)
      expectType(await api.post('/api/v2/users/me/api-keys', { comment: 'Phone' }), 'ApiKey', 'api-keys')
      await get('/api/v2/users/me/api-keys', 'ApiKey[]')
      await get('/api/v2/users/me/authentication-activity', 'ActivityPage')
      await get('/api/v1/claim', 'Claim')
      await get('/api/v1/announcements', 'Announcements')
      await get('/api/v1/releases', 'Release[]')
      await get('/api/v1/oauth2/providers', 'Provider[]')
      await get('/api/v1/client-settings/user/list', 'object')
      await get('/api/v2/users', 'User[]')
      await get('/api/v2/users/authentication-activity?sort=dateTime,desc', 'ActivityPage')
      await get('/api/v1/settings', 'Settings')
      await get('/api/v1/page-hashes?action=DELETE_AUTO&sort=deleteSize,desc', 'KnownHashPage')
      // Its web app counts from -1 once.
      await get('/api/v1/page-hashes/unknown?sort=totalSize,desc&page=-1', 'UnknownHashPage')
      await get('/api/v1/history?sort=timestamp,desc', 'HistoryPage')
      await get('/api/v1/books/duplicates?sort=fileHash,asc', 'BookPage')
      const listing = await api.post('/api/v1/filesystem', { path: folder.path, showFiles: true })
      expectType(listing, 'DirectoryListing', 'filesystem')
    })

    test('was checked for every type, and lacks only those of newer versions', () => {
      expect(Object.keys(KOMGA_SHAPES).filter(name => !seen.has(name))).toEqual([])
      const ofReadium = ['Link.size', 'Manifest.@context', 'ManifestMetadata.@type', 'ManifestMetadata.layout']
      expect([...extra].sort()).toEqual([...ofReadium, 'User.contentRestrictions'])
    })
  })
}
