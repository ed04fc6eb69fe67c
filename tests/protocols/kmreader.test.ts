// KMReader: its requests in its order, and what its decoders insist on (github.com/everpcpc/KMReader, read in October 2026).
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import { bookAt, seriesNamed } from '../api/catalogue'
import type { Inhabited } from '../api/people'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { expectShape, type Shape } from './komga-checks'
import { basic, cookiesOf, post, RUN, startKomga } from './komga-library'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of another server's API are walked, and what is found is compared
type Json = Record<string, any>

// Members without a question mark in its structures; times are decoded, unless they are texts there.
const SERIES: Shape = {
  ...{ id: 'text', libraryId: 'text', name: 'text', url: 'text', created: 'instant', lastModified: 'instant' },
  ...{ booksCount: 'number', booksReadCount: 'number', booksUnreadCount: 'number', booksInProgressCount: 'number' },
  ...{ metadata: { title: 'text', titleSort: 'text' }, booksMetadata: 'object', deleted: 'flag', oneshot: 'flag' },
}
const BOOK: Shape = {
  ...{ id: 'text', seriesId: 'text', seriesTitle: 'text', libraryId: 'text', name: 'text', url: 'text' },
  ...{ number: 'number', created: 'instant', lastModified: 'instant', sizeBytes: 'number', size: 'text' },
  ...{ media: { mediaType: 'text', pagesCount: 'number' }, deleted: 'flag', oneshot: 'flag' },
  metadata: { title: 'text', number: 'text', numberSort: 'number' },
}
const PROGRESS: Shape = {
  ...{ page: 'number', completed: 'flag', readDate: 'instant', created: 'instant', lastModified: 'instant' },
}
const PAGE: Shape = {
  ...{ content: 'list', totalElements: 'number', totalPages: 'number', last: 'flag', number: 'number' },
  ...{ size: 'number', first: 'flag', numberOfElements: 'number', empty: 'flag' },
}
const LIST: Shape = {
  ...{ id: 'text', name: 'text', ordered: 'flag', createdDate: 'instant', lastModifiedDate: 'instant' },
  filtered: 'flag',
}
/** Of a progression alone: the decoder of Foundation for ISO 8601, which refuses fractions of a second. */
const WHOLE_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/
const is = (value: unknown) => ({ operator: 'is', value })

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`KMReader on ${database}`, () => {
    const folder = temporaryFolder('kmreader')
    let octavo: Inhabited
    let admin: Client
    let first: BookDto
    let novel: BookDto
    let libraryId: string
    /** After signing in: a token in each request, and no password. */
    let app: Client

    const pageOf = async (path: string, shape: Shape, body?: object) => {
      const answer = await app.fetch(`/api/v1/${path}`, body && post(body))
      expect([path, JSON.stringify(body), answer.status]).toEqual([path, JSON.stringify(body), 200])
      const page = (await answer.json()) as Json
      expectShape(page, PAGE)
      for (const item of page.content) expectShape(item, shape)
      return page
    }

    beforeAll(async () => {
      ;({ octavo, admin, first, libraryId } = await startKomga(database, folder.path))
      novel = await bookAt(admin, 'Novel.epub')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('finds the server without a password, signs in once, and then sends a token', async () => {
      const at = `${octavo.url}/komga`
      expect(await client(at).get('/api/v1/client-settings/global/list')).toEqual({})
      const headers = { ...basic(ADMIN.email, ADMIN.password), 'x-auth-token': '', 'user-agent': 'KMReader/4 (iOS)' }
      const signedIn = await client(at, headers).fetch('/api/v2/users/me?remember-me=true')
      expectShape(await signedIn.json(), { id: 'text', email: 'text', roles: 'texts' })
      const token = signedIn.headers.get('x-auth-token') ?? ''
      app = client(at, { 'x-auth-token': token, 'user-agent': 'KMReader/4 (iOS)' })
      expect((await app.get<Json>('/api/v2/users/me')).email).toBe(ADMIN.email)
      // A token that has ended: 401, and it signs in again with the password.
      expect((await client(at, { 'x-auth-token': 'ended' }).fetch('/api/v1/libraries')).status).toBe(401)
      const key = await app.post<Json>('/api/v2/users/me/api-keys', { comment: 'Phone' })
      const form = { id: 'text', userId: 'text', key: 'text', comment: 'text' } as const
      expectShape(key, { ...form, createdDate: 'instant', lastModifiedDate: 'instant' })
      const byKey = await client(at, { 'x-api-key': key.key, 'x-auth-token': '' }).fetch('/api/v2/users/me')
      expect([byKey.status, ((await byKey.json()) as Json).email]).toEqual([200, ADMIN.email])
      await pageOf('users/me/authentication-activity?page=0&size=20', {})
      // The events come by the cookie.
      const stop = new AbortController()
      const events = await client(at, { cookie: cookiesOf(signedIn) }).fetch('/sse/v1/events', {
        headers: { accept: 'text/event-stream' },
        signal: stop.signal,
      })
      expect(events.status).toBe(200)
      let heard = ''
      void (async () => {
        for await (const bytes of events.body ?? []) heard += new TextDecoder().decode(bytes)
      })().catch(() => undefined)
      await app.patch(`/api/v1/books/${first.id}/read-progress`, { page: 2, completed: false })
      await until(
        async () => heard,
        text => /event: ?ReadProgressChanged\ndata: ?\{.*"bookId"/.test(text),
      )
      stop.abort()
    })

    test('shows libraries, the dashboard, and lists with its conditions', async () => {
      for (const library of await app.get<Json[]>('/api/v1/libraries')) {
        expectShape(library, { id: 'text', name: 'text', root: 'text' })
      }
      const reading = { readStatus: is('IN_PROGRESS') }
      const inOpen = { libraryId: is(libraryId) }
      const filtered = await pageOf('books/list?page=0&size=20&sort=readProgress.readDate,desc', BOOK, {
        condition: { allOf: [inOpen, { anyOf: [reading] }] },
      })
      expect(filtered.content.map((book: Json) => book.id)).toEqual([first.id])
      expectShape(filtered.content[0].readProgress, PROGRESS)
      await pageOf(`books/ondeck?page=0&size=20&library_id=${libraryId}&library_id=x`, BOOK)
      for (const sort of ['createdDate,desc', 'metadata.releaseDate,desc', 'readProgress.readDate,desc']) {
        expect((await pageOf(`books/list?page=0&size=20&sort=${sort}`, BOOK, {})).totalElements).toBe(RUN + 3)
      }
      for (const path of ['series/new', 'series/updated']) await pageOf(`${path}?page=0&size=20&oneshot=false`, SERIES)

      // It writes operators in lower case, and `oneshot` too.
      const asked: readonly [of: 'series' | 'books', condition: object | undefined, total: number][] = [
        ['series', undefined, 4],
        ['series', { anyOf: [inOpen, { libraryId: is('x') }] }, 3],
        ['series', { oneshot: { operator: 'isfalse' } }, 4],
        ['series', { oneshot: { operator: 'istrue' } }, 0],
        ['series', { deleted: { operator: 'isfalse' } }, 4],
        ['series', { complete: { operator: 'istrue' } }, 0],
        ['series', { allOf: [{ readStatus: { operator: 'isnot', value: 'UNREAD' } }] }, 1],
        ['series', { allOf: [{ seriesStatus: { operator: 'isnot', value: 'ENDED' } }] }, 4],
        ['series', { allOf: [inOpen, { allOf: [{ genre: is('Horror') }, { genre: is('Action') }] }] }, 1],
        ['series', { anyOf: [{ author: is({ name: 'Ada' }) }] }, 1],
        ['series', { allOf: [{ publisher: is('House') }, { language: is('en') }, { tag: is('blue') }] }, 1],
        ['books', { allOf: [{ seriesId: is(first.seriesId) }, { oneshot: { operator: 'isfalse' } }] }, RUN],
        ['books', { allOf: [{ readStatus: { operator: 'isnot', value: 'READ' } }, inOpen] }, RUN + 2],
        ['books', { deleted: { operator: 'istrue' } }, 0],
      ]
      for (const [of, condition, total] of asked) {
        const shape = of === 'series' ? SERIES : BOOK
        const found = await pageOf(`${of}/list?page=0&size=20`, shape, condition ? { condition } : {})
        expect([of, condition, found.totalElements]).toEqual([of, condition, total])
      }
      const words = await pageOf('series/list?page=0&size=20&sort=metadata.titleSort,asc', SERIES, {
        condition: inOpen,
        fullTextSearch: 'run',
      })
      expect(words.content.map((series: Json) => series.name)).toEqual(['Run'])
    })

    test('shows collections and reading lists', async () => {
      const { id } = await seriesNamed(admin, 'Run')
      const made = await app.post<Json>('/api/v1/collections', { name: 'Mine', ordered: false, seriesIds: [id] })
      expectShape(made, { ...LIST, seriesIds: 'texts' })
      for (const each of await app.get<Json[]>(`/api/v1/series/${id}/collections`)) {
        expectShape(each, { ...LIST, seriesIds: 'texts' })
      }
      await pageOf(`collections?page=0&size=20&library_id=${libraryId}&sort=name,asc`, LIST)
      const inCollection = {
        condition: { allOf: [{ collectionId: is(made.id) }, { oneshot: { operator: 'isfalse' } }] },
      }
      expect((await pageOf('series/list?page=0&size=20', SERIES, inCollection)).totalElements).toBe(1)

      const body = { name: 'Next', summary: '', ordered: true, bookIds: [first.id] }
      const list = await app.post<Json>('/api/v1/readlists', body)
      expectShape(list, { ...LIST, summary: 'text', bookIds: 'texts' })
      const more = { bookIds: [first.id, novel.id] }
      expect((await app.fetch(`/api/v1/readlists/${list.id}`, { ...post(more), method: 'PATCH' })).status).toBe(204)
      // An author without a role ends with a comma.
      const books = `readlists/${list.id}/books?page=0&size=20&read_status=UNREAD&read_status=IN_PROGRESS`
      expect((await pageOf(books, BOOK)).totalElements).toBe(2)
      expect((await pageOf(`${books}&author=Ada,&tag=blue`, BOOK)).totalElements).toBe(1)
      const next = await app.get<Json>(`/api/v1/readlists/${list.id}/books/${first.id}/next`)
      expect(next.id).toBe(novel.id)
      expect((await app.fetch(`/api/v1/readlists/${list.id}/thumbnail`)).status).toBe(200)
      for (const each of await app.get<Json[]>(`/api/v1/books/${first.id}/readlists`)) {
        expectShape(each, { ...LIST, summary: 'text', bookIds: 'texts' })
      }
      for (const path of [`readlists/${list.id}`, `collections/${made.id}`]) {
        expect((await app.fetch(`/api/v1/${path}`, { method: 'DELETE' })).status).toBe(204)
      }
    })

    test('reads a comic: pages, manifest, place and both marks', async () => {
      const at = `/api/v1/books/${first.id}`
      expectShape(await app.get(at), BOOK)
      for (const page of await app.get<Json[]>(`${at}/pages`)) {
        expectShape(page, { number: 'number', fileName: 'text', mediaType: 'text', size: 'text' })
        expect((await app.fetch(`${at}/pages/${page.number}`)).status).toBe(200)
      }
      const manifest = (await (
        await app.fetch(`${at}/manifest`, { headers: { accept: 'application/divina+json' } })
      ).json()) as Json
      expect(manifest.readingOrder).toHaveLength(5)
      for (const { href, width, height } of manifest.readingOrder) {
        expect([typeof href, Number.isInteger(width), Number.isInteger(height)]).toEqual(['string', true, true])
        expect((await app.fetch(href.replace(`${octavo.url}/komga`, ''))).headers.get('content-type')).toBe(
          'image/jpeg',
        )
      }
      const place = (body: object) => app.fetch(`${at}/read-progress`, { ...post(body), method: 'PATCH' })
      expect((await place({ completed: false, page: 3 })).status).toBe(204)
      expect((await app.get<Json>(at)).readProgress).toMatchObject({ page: 3, completed: false })
      expect((await place({ completed: true, page: 5 })).status).toBe(204)
      expectShape((await app.get<Json>(at)).readProgress, PROGRESS)
      expect((await app.get<Json>(`${at}/next`)).metadata.title).toBe('Run 02')
      expect((await app.fetch(`${at}/previous`)).status).toBe(404)
      expect((await app.fetch(`${at}/read-progress`, { method: 'DELETE' })).status).toBe(204)
      const file = await app.fetch(`${at}/file`)
      expect([file.status, file.headers.get('content-disposition')?.includes('Run%2001.cbz')]).toEqual([200, true])
      for (const method of ['POST', 'DELETE']) {
        const marked = await app.fetch(`/api/v1/series/${first.seriesId}/read-progress`, { method })
        expect(marked.status).toBe(204)
      }
    })

    test('reads an ebook: manifest, positions, and places of any app', async () => {
      const at = `/api/v1/books/${novel.id}`
      const none = await app.fetch(`${at}/progression`)
      expect([none.status, await none.text()]).toEqual([204, ''])
      const accept = { headers: { accept: 'application/webpub+json' } }
      const manifest = (await (await app.fetch(`${at}/manifest`, accept)).json()) as Json
      const [{ href, type }] = manifest.readingOrder
      expect((await app.fetch(href.replace(`${octavo.url}/komga`, ''))).status).toBe(200)
      const { positions, total } = await app.get<Json>(`${at}/positions`)
      expect(positions).toHaveLength(total)
      for (const position of positions) expectShape(position, { href: 'text', type: 'text', locations: 'object' })

      const locator = { href: positions[0].href, type, locations: { progression: 0.5, totalProgression: 0.5 } }
      const device = { id: 'phone', name: 'iPhone' }
      const sent = { modified: new Date().toISOString().replace(/\.\d+/, ''), device, locator }
      expect((await app.fetch(`${at}/progression`, { ...post(sent), method: 'PUT' })).status).toBe(204)
      const PROGRESSION: Shape = {
        ...{ modified: 'instant', device: { id: 'text', name: 'text' } },
        locator: { href: 'text', type: 'text', locations: 'object' },
      }
      const own = await app.get<Json>(`${at}/progression`)
      expectShape(own, PROGRESSION)
      expect(own).toMatchObject({ device, locator: { locations: { totalProgression: 0.5 } } })
      // A place that knows no device and no locator, of an app that counts in parts of the book.
      await admin.put(`/api/v1/books/${novel.id}/progress`, { currentPage: 1, progressPercentage: 0.7 })
      const other = await app.get<Json>(`${at}/progression`)
      expectShape(other, PROGRESSION)
      expect(other.locator.locations.totalProgression).toBeCloseTo(0.7)
      for (const { modified } of [own, other]) expect(modified).toMatch(WHOLE_SECONDS)
    })
  })
}
