// Paperback, by its published sources; and Komic, which is closed, by the conventions of clients of Komga and OPDS.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import sharp from 'sharp'
import { allBooks } from '../api/catalogue'
import { DATABASES, type Inhabited } from '../api/people'
import { type Client, client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { entries, link, links, text } from './feed-reading'
import { BOOK, expectShape, LIBRARY, PAGE, PAGE_OF_BOOK, PROGRESS, SERIES, type Shape, USER } from './komga-checks'
import { basic, cookiesOf, post, RUN, startKomga } from './komga-library'
import { readXml } from './relax-ng/xml-tree'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of another server's API are walked, and what is found is compared
type Json = Record<string, any>
const is = (value: unknown) => ({ operator: 'is', value })
const STREAM = 'http://vaemendis.net/opds-pse/stream'
const SHOWN = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

for (const database of DATABASES) {
  describe(`apps of iOS on ${database}`, () => {
    const folder = temporaryFolder('ios-apps')
    let octavo: Inhabited
    let admin: Client
    let first: BookDto
    let libraryId: string

    beforeAll(async () => {
      ;({ octavo, admin, first, libraryId } = await startKomga(database, folder.path))
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const agent = (name: string) => ({ 'user-agent': `${name} CFNetwork/1496.0.7 Darwin/23.5.0` })
    const credentials = basic(ADMIN.email, ADMIN.password)
    const pageIn = async (app: Client, path: string, shape: Shape, body?: object) => {
      const answer = await app.fetch(`/api/v1/${path}`, body && post(body))
      expect([path, answer.status]).toEqual([path, 200])
      const page = (await answer.json()) as Json
      expectShape(page, PAGE, path)
      for (const item of page.content) expectShape(item, shape, path)
      return page
    }
    /** Opens each page as the app does: as it is if the app shows its type, else converted. */
    async function readPages(app: Client, id: string, isRead: boolean) {
      const pages = await app.get<Json[]>(`/api/v1/books/${id}/pages`)
      for (const page of pages) {
        expectShape(page, PAGE_OF_BOOK)
        const convert = SHOWN.includes(page.mediaType) ? '' : '?convert=png'
        const image = await app.fetch(`/api/v1/books/${id}/pages/${page.number}${convert}`)
        const { format } = await sharp(await image.bytes()).metadata()
        expect(image.headers.get('content-type')).toBe(`image/${format}`)
        if (!isRead) continue
        const place = { page: page.number, completed: page.number === pages.length }
        const saved = await app.fetch(`/api/v1/books/${id}/read-progress`, { ...post(place), method: 'PATCH' })
        expect(saved.status).toBe(204)
      }
      return pages.length
    }

    test('Paperback 0.8: settings, tags, home, search, details, chapters, pages and its tracker', async () => {
      // The password with each request, and no cookies.
      const app = client(`${octavo.url}/komga`, { ...credentials, ...agent('Paperback/0.8') })
      for (const library of await app.get<Json[]>('/api/v1/libraries')) expectShape(library, LIBRARY)
      for (const path of ['genres', 'tags/series', 'libraries']) {
        // Older versions end these with a slash.
        expect(await app.get(`/api/v1/${path}/`)).toEqual(await app.get(`/api/v1/${path}`))
      }
      expect(await app.get<string[]>('/api/v1/genres')).toEqual(['Action', 'Horror', 'Zzhidden'])
      for (const path of ['collections', 'collections/']) expectShape(await app.get(`/api/v1/${path}`), PAGE)

      // Home: pages are asked for until one is empty.
      for (const [path, shape, total] of [
        ['books/ondeck', BOOK, 0],
        ['series/new', SERIES, 4],
        ['series/updated', SERIES, 4],
      ] as const) {
        const found = []
        for (let page = 0; page < 9; page++) {
          const { content } = await pageIn(app, `${path}?page=${page}&size=3&deleted=false`, shape)
          if (content.length === 0) break
          found.push(...content.map(({ id }: Json) => id))
        }
        expect([path, found.length, new Set(found).size]).toEqual([path, total, total])
      }
      const updated = await pageIn(app, 'series/updated?page=0&size=20&deleted=false', SERIES)
      const times = updated.content.map(({ metadata }: Json) => Date.parse(metadata.lastModified))
      expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))

      const searches: readonly (readonly [query: string, found: number])[] = [
        ['search=run&sort=titleSort', 1],
        ['search=&genre=Horror&sort=titleSort', 1],
        ['search=&genre=Horror&genre=Nothing&sort=titleSort', 1],
        ['search=&tag=blue', 1],
        [`search=&library_id=${libraryId}&sort=lastModified,desc`, 3],
        ['search=nothing%20at%20all', 0],
      ]
      for (const [query, found] of searches) {
        const page = await pageIn(app, `series?page=0&size=40&${query}`, SERIES)
        expect([query, page.totalElements]).toEqual([query, found])
      }
      const { content: all } = await pageIn(app, 'series?page=0&size=40&search=&sort=titleSort', SERIES)
      const titles = all.map(({ metadata }: Json) => metadata.titleSort)
      expect(titles).toEqual(titles.toSorted((a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })))

      const series = await app.get<Json>(`/api/v1/series/${first.seriesId}/`)
      expectShape(series, SERIES)
      expect(series.metadata).toMatchObject({
        title: 'Run',
        genres: expect.arrayContaining(['Horror']),
        language: 'en',
      })
      expect(series.booksMetadata).toMatchObject({
        ...{ authors: [{ name: 'Ada', role: 'writer' }], tags: ['blue'], releaseDate: '2001-01-01' },
      })
      const chapters = await pageIn(
        app,
        `series/${first.seriesId}/books?unpaged=true&media_status=READY&deleted=false`,
        BOOK,
      )
      expect(chapters.content.map(({ metadata }: Json) => Number(metadata.number))).toEqual(
        Array.from({ length: RUN }, (_, at) => at + 1),
      )
      expect(await readPages(app, first.id, true)).toBe(5)
      expect(await admin.get(`/api/v1/books/${first.id}/progress`)).toMatchObject({ currentPage: 5, completed: true })
      const [, second] = chapters.content
      const part = { ...post({ page: 2, completed: false }), method: 'PATCH' }
      expect((await app.fetch(`/api/v1/books/${second.id}/read-progress`, part)).status).toBe(204)
      const query = 'sort=readProgress.readDate,desc&read_status=IN_PROGRESS&page=0&size=20&deleted=false'
      const reading = await pageIn(app, `books?${query}`, BOOK)
      expect(reading.content.map(({ id }: Json) => id)).toEqual([second.id])
      expectShape(reading.content[0].readProgress, PROGRESS)
    })

    test('Paperback 0.9: lists by conditions', async () => {
      const app = client(`${octavo.url}/komga`, { ...credentials, ...agent('Paperback/0.9') })
      const reading = {
        condition: { allOf: [{ readStatus: is('IN_PROGRESS') }, { deleted: { operator: 'isFalse' } }] },
      }
      const books = 'books/list?page=0&size=20&sort=readProgress.readDate,desc'
      expect((await pageIn(app, books, BOOK, reading)).totalElements).toBe(1)
      const genre = {
        condition: { allOf: [{ genre: is('Horror') }, { libraryId: is(libraryId) }] },
        fullTextSearch: '',
      }
      const found = await pageIn(app, 'series/list?page=0&size=40&sort=metadata.titleSort,asc', SERIES, genre)
      expect(found.content.map(({ name }: Json) => name)).toEqual(['Run'])
    })

    test('Komic with Komga: one sign-in, libraries, shelves, a comic page by page, marks', async () => {
      const at = `${octavo.url}/komga`
      const signedIn = await client(at, { ...credentials, ...agent('Komic/1') }).fetch(
        '/api/v2/users/me?remember-me=true',
      )
      expectShape(await signedIn.json(), USER)
      const cookie = cookiesOf(signedIn)
      expect(cookie).toContain('KOMGA-SESSION=')
      const app = client(at, { cookie, ...agent('Komic/1') })
      for (const library of await app.get<Json[]>('/api/v1/libraries')) expectShape(library, LIBRARY)
      for (const path of ['books/ondeck', 'books/latest', 'books?read_status=IN_PROGRESS'])
        await pageIn(app, path, BOOK)
      for (const path of [
        'series/new',
        'series/latest',
        `series?library_id=${libraryId}&sort=metadata.titleSort,asc`,
      ]) {
        await pageIn(app, path, SERIES)
      }
      for (const path of ['collections', 'readlists']) expectShape(await app.get(`/api/v1/${path}`), PAGE)
      const cover = await app.fetch(`/api/v1/series/${first.seriesId}/thumbnail`)
      expect(cover.headers.get('content-type')).toBe('image/jpeg')
      const { content } = await pageIn(
        app,
        `series/${first.seriesId}/books?unpaged=true&sort=metadata.numberSort`,
        BOOK,
      )
      const third = content[2]
      expect(await readPages(app, third.id, false)).toBe(5)
      const place = { ...post({ page: 4 }), method: 'PATCH' }
      expect((await app.fetch(`/api/v1/books/${third.id}/read-progress`, place)).status).toBe(204)
      expect((await app.get<Json>(`/api/v1/books/${third.id}`)).readProgress).toMatchObject({
        page: 4,
        completed: false,
      })
      expect((await app.get<Json>(`/api/v1/books/${third.id}/next`)).id).toBe(content[3].id)
      const file = await app.fetch(`/api/v1/books/${third.id}/file`)
      expect((await file.bytes()).length).toBe(third.sizeBytes)
      for (const [method, read] of [
        ['POST', RUN],
        ['DELETE', 0],
      ] as const) {
        expect((await app.fetch(`/api/v1/series/${first.seriesId}/read-progress`, { method })).status).toBe(204)
        expect((await app.get<Json>(`/api/v1/series/${first.seriesId}`)).booksReadCount).toBe(read)
      }
    })

    test('Komic with OPDS: from the address as typed to the pages of a comic, with the place of other apps', async () => {
      const app = client(octavo.url, { ...credentials, ...agent('Komic/1') })
      const feed = async (path: string) => {
        const answer = await app.fetch(path)
        expect([path, answer.status]).toEqual([path, 200])
        return readXml(await answer.text())
      }
      const open = async (tree: Awaited<ReturnType<typeof feed>>, title: string) => {
        const entry = entries(tree).find(each => text(each, 'title') === title)
        if (!entry) throw new Error(`no entry ${title}`)
        return feed(links(entry).find(({ type }) => type?.startsWith('application/atom+xml'))?.href ?? '')
      }
      const books = await allBooks(admin)
      const { id } = books.find(({ path }) => path.endsWith('Run 05.cbz')) ?? first
      await admin.put(`/api/v1/books/${id}/progress`, { currentPage: 3 })
      const series = await open(await open(await feed('/opds/v1/'), 'All Libraries'), 'Open')
      const run = await open(series, 'Run')
      const comics = entries(run).filter(entry => link(entry, STREAM))
      expect(comics).toHaveLength(RUN)
      const stream = comics.map(entry => link(entry, STREAM)).find(each => each?.href?.includes(id))
      expect(stream).toMatchObject({ type: 'image/jpeg', 'pse:count': '5', 'pse:lastRead': '3' })
      expect(Date.parse(stream?.['pse:lastReadDate'] ?? '')).toBeGreaterThan(Date.now() - 600_000)
      for (let page = 0; page < 5; page++) {
        const href = (stream?.href ?? '').replace('{pageNumber}', String(page)).replace('{maxWidth}', '200')
        const image = await app.fetch(href)
        const { format, width = 0 } = await sharp(await image.bytes()).metadata()
        expect([image.status, image.headers.get('content-type'), format, width <= 200]).toEqual([
          ...[200, 'image/jpeg', 'jpeg', true],
        ])
      }
      // Pages that an app loads ahead move nothing.
      expect(await admin.get(`/api/v1/books/${id}/progress`)).toMatchObject({ currentPage: 3 })
    })
  })
}
