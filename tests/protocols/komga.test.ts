// Komga's API as its apps use it: their requests in order, and the requirements of their parsers.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import { bookAt, JSON_HEADERS, seriesNamed } from '../api/catalogue'
import type { Inhabited } from '../api/people'
import { type Client, client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { BOOK, expectShape, LIBRARY, PAGE, PAGE_OF_BOOK, PROGRESS, SERIES, USER } from './komga-checks'
import { basic, cookiesOf, post, RUN, startKomga } from './komga-library'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of another server's API are walked, and what is found is compared
type Json = Record<string, any>
for (const database of ['sqlite', 'postgres'] as const) {
  describe(`Komga on ${database}`, () => {
    const folder = temporaryFolder('komga')
    let octavo: Inhabited
    let admin: Client
    let api: Client
    let kim: Client
    let first: BookDto
    let libraryId: string

    beforeAll(async () => {
      ;({ octavo, admin, api, kim, first, libraryId } = await startKomga(database, folder.path))
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('one password, and a cookie from then on', async () => {
      const anonymous = client(`${octavo.url}/komga`)
      const asked = await anonymous.fetch('/api/v2/users/me')
      expect(asked.status).toBe(401)
      expect(asked.headers.get('www-authenticate')).toStartWith('Basic realm=')
      const byScript = await anonymous.fetch('/api/v2/users/me', { headers: { 'x-requested-with': 'XMLHttpRequest' } })
      expect([byScript.status, byScript.headers.has('www-authenticate')]).toEqual([401, false])
      const signedIn = await api.fetch('/api/v2/users/me?remember-me=true', { headers: { 'x-auth-token': '' } })
      const user = await signedIn.json()
      expectShape(user, USER)
      expect(user).toMatchObject({ email: ADMIN.email, roles: ['ADMIN', 'USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING'] })
      const set = signedIn.headers.getSetCookie()
      expect(set.map(cookie => cookie.split('=')[0])).toEqual(['KOMGA-SESSION', 'komga-remember-me'])
      for (const cookie of set) expect(cookie).toMatch(/; Path=\/komga; HttpOnly; SameSite=Lax$|Max-Age=/)
      const token = signedIn.headers.get('x-auth-token') ?? ''
      expect(token).not.toBe('')
      const byCookie = client(`${octavo.url}/komga`, { cookie: cookiesOf(signedIn) })
      const remembered = client(`${octavo.url}/komga`, { cookie: set[1]?.split(';')[0] ?? '' })
      const byToken = client(`${octavo.url}/komga`, { 'x-auth-token': token })
      for (const as of [byCookie, remembered, byToken]) {
        expect((await as.get<Json>('/api/v1/users/me')).id).toBe(user.id)
      }
      // It opens nothing else, and no other site can use it. An app without cookies has one session for all it asks.
      const elsewhere = client(octavo.url, { cookie: cookiesOf(signedIn) })
      expect((await elsewhere.fetch('/api/v1/auth/me')).status).toBe(401)
      const forged = { ...post({ page: 1 }), method: 'PATCH' }
      forged.headers = { ...JSON_HEADERS, 'sec-fetch-site': 'cross-site' } as typeof JSON_HEADERS
      expect((await byCookie.fetch(`/api/v1/books/${first.id}/read-progress`, forged)).status).toBe(403)
      for (let time = 0; time < 5; time++) await api.get('/api/v1/libraries')
      const sessions = await admin.get<unknown[]>('/api/v1/user/sessions')
      expect(sessions.length).toBe(2)
      // As does one that begins with many requests at once.
      const eager = client(`${octavo.url}/komga`, { ...basic(ADMIN.email, ADMIN.password), 'user-agent': 'Eager' })
      await Promise.all(Array.from({ length: 8 }, () => eager.get('/api/v1/libraries')))
      expect((await admin.get<unknown[]>('/api/v1/user/sessions')).length).toBe(3)
      const left = await byCookie.fetch('/api/logout', { method: 'POST' })
      expect(left.status).toBe(204)
      expect((await byCookie.fetch('/api/v2/users/me')).status).toBe(401)
      const again = await api.fetch('/api/v1/libraries')
      expect([again.status, again.headers.getSetCookie().length]).toEqual([200, 1])
    })

    test('Mihon’s extension: filters, browsing, chapters, pages', async () => {
      for (const path of ['libraries', 'genres', 'tags', 'publishers', 'authors']) {
        expect(Array.isArray(await api.get(`/api/v1/${path}`))).toBe(true)
      }
      expect(await api.get('/api/v1/genres')).toEqual(['Action', 'Horror', 'Zzhidden'])
      expect(await api.get('/api/v1/authors')).toContainEqual({ name: 'Ada', role: 'writer' })
      for (const library of await api.get<Json[]>('/api/v1/libraries')) expectShape(library, LIBRARY)
      for (const sort of [
        'metadata.titleSort,asc',
        'lastModifiedDate,desc',
        'relevance,desc',
        'random,asc',
        'nothing',
      ]) {
        const page = await api.get<Json>(`/api/v1/series?search=&page=0&deleted=false&sort=${sort}`)
        expectShape(page, PAGE)
        for (const series of page.content) expectShape(series, SERIES)
        expect(page).toMatchObject({ totalElements: 4, number: 0, size: 20, first: true, last: true })
      }
      const query = `library_id=${libraryId},x&genre=Horror,Other&status=ONGOING&read_status=UNREAD&read_status=READ`
      const found = await api.get<Json>(`/api/v1/series?search=&page=0&${query}&author=Ada,writer&publisher=House`)
      expect(found.content.map((series: Json) => series.name)).toEqual(['Run'])
      const run = found.content[0]
      expectShape(await api.get(`/api/v1/series/${run.id}`), SERIES)
      const books = await api.get<Json>(`/api/v1/series/${run.id}/books?unpaged=true&media_status=READY&deleted=false`)
      expect(books.content.map((book: Json) => book.metadata.title)).toEqual(
        Array.from({ length: RUN }, (_, at) => `Run ${String(at + 1).padStart(2, '0')}`),
      )
      expect(books.pageable).toMatchObject({ paged: false, unpaged: true })
      for (const book of books.content) expectShape(book, BOOK)
      expect((await api.get<Json>('/api/v1/books?search=run 03&page=0')).content[0].metadata.title).toBe('Run 03')
      const pages = await api.get<Json[]>(`/api/v1/books/${first.id}/pages`)
      expect(pages.map(page => page.number)).toEqual([1, 2, 3, 4, 5])
      for (const page of pages) expectShape(page, PAGE_OF_BOOK)
      for (const address of [
        'pages/1',
        'pages/5?convert=png',
        'pages/0?zero_based=true',
        'pages/1/thumbnail',
        'thumbnail',
      ]) {
        const image = await api.fetch(`/api/v1/books/${first.id}/${address}`)
        expect([address, image.status, image.headers.get('content-type')]).toEqual([address, 200, 'image/jpeg'])
        const etag = image.headers.get('etag') ?? ''
        const again = await api.fetch(`/api/v1/books/${first.id}/${address}`, { headers: { 'if-none-match': etag } })
        expect(again.status).toBe(304)
      }
      expect((await api.fetch(`/api/v1/series/${run.id}/thumbnail`)).headers.get('content-type')).toBe('image/jpeg')
      expect((await api.fetch(`/api/v1/libraries/${libraryId}/thumbnail`)).status).toBe(200)
      const range = await api.fetch(`/api/v1/books/${first.id}/file`, { headers: { range: 'bytes=0-3' } })
      expect([range.status, (await range.text()).slice(0, 2)]).toEqual([206, 'PK'])
    })

    test('Mihon’s tracker', async () => {
      const { id } = await seriesNamed(admin, 'Run')
      const at = `/api/v2/series/${id}/read-progress/tachiyomi`
      const before = { booksCount: RUN, booksReadCount: 0, booksUnreadCount: RUN, booksInProgressCount: 0 }
      expect(await api.get(at)).toEqual({ ...before, lastReadContinuousNumberSort: 0, maxNumberSort: RUN })
      await api.put(at, { lastBookNumberSortRead: 3.0 })
      const after = { booksCount: RUN, booksReadCount: 3, booksUnreadCount: RUN - 3, booksInProgressCount: 0 }
      expect(await api.get(at)).toEqual({ ...after, lastReadContinuousNumberSort: 3, maxNumberSort: RUN })
      expect(await api.get(`/api/v1/series/${id}`)).toMatchObject(after)
      expect((await api.fetch(`/api/v1/series/${id}/read-progress`, { method: 'DELETE' })).status).toBe(204)
      expect(await api.get(at)).toMatchObject(before)
    })

    test('Komelia and Komga’s web app: conditions with class names, empty parts, three-part sorts, groups', async () => {
      const list = async (path: string, body: object) => {
        const answer = await api.fetch(`/api/v1/${path}`, post(body))
        expect([path, JSON.stringify(body), answer.status]).toEqual([path, JSON.stringify(body), 200])
        const page = (await answer.json()) as Json
        expectShape(page, PAGE)
        return page
      }
      const nothing = Array.from({ length: 8 }, () => ({ anyOf: [] }))
      const inOpen = { type: 'LibraryId', libraryId: { operator: 'is', value: libraryId } }
      const all = { type: 'AllOfSeries', allOf: [inOpen, ...nothing, { oneShot: { operator: 'isFalse' } }] }
      expect(
        (await list('series/list?page=0&size=20&sort=metadata.titleSort,asc', { condition: all })).totalElements,
      ).toBe(3)
      expect((await list('series/list', { condition: { allOf: [] } })).totalElements).toBe(4)
      expect((await list('series/list', {})).totalElements).toBe(4)
      const letter = { allOf: [{ anyOf: [{ titleSort: { operator: 'beginsWith', value: 'R' } }] }] }
      expect((await list('series/list', { condition: letter })).content.map((each: Json) => each.name)).toEqual(['Run'])
      const groups = await api.post<Json[]>('/api/v1/series/list/alphabetical-groups', { condition: all })
      expect(groups.map(({ group, count }) => [group, count])).toEqual([
        ['n', 1],
        ['o', 1],
        ['r', 1],
      ])
      for (const [field, value, total] of [
        ['genre', { operator: 'is', value: 'horror' }, 1],
        ['genre', { operator: 'isNot', value: 'Horror' }, 3],
        ['title', { operator: 'doesNotBeginWith', value: 'ru' }, 3],
        ['titleSort', { operator: 'doesNotEndWith', value: 'un' }, 3],
        ['author', { operator: 'is', value: { name: 'Ada', role: 'writer' } }, 1],
        ['releaseDate', { operator: 'after', dateTime: '2000-12-31T23:59:59Z' }, 1],
        ['releaseDate', { operator: 'before', dateTime: '2001-01-01T00:00:00Z' }, 0],
        ['complete', { operator: 'isTrue' }, 0],
        ['deleted', { operator: 'isTrue' }, 0],
        ['seriesStatus', { operator: 'is', value: 'HIATUS' }, 0],
      ] as const) {
        const found = await list('series/list', { condition: { [field]: value } })
        expect([field, value, found.totalElements]).toEqual([field, value, total])
      }
      await api.patch(`/api/v1/books/${first.id}/read-progress`, { page: 2 })
      const reading = {
        condition: {
          type: 'AllOfBook',
          allOf: [{ type: 'ReadStatus', readStatus: { operator: 'is', value: 'IN_PROGRESS' } }],
        },
      }
      const keep = await list('books/list?sort=readProgress.readDate,desc', reading)
      expect(keep.content.map((book: Json) => book.id)).toEqual([first.id])
      expectShape(keep.content[0], BOOK)
      expectShape(keep.content[0].readProgress, PROGRESS)
      const ofSeries = { condition: { seriesId: { operator: 'is', value: first.seriesId } } }
      expect((await list('books/list?unpaged=true&sort=metadata.numberSort', ofSeries)).content.length).toBe(RUN)
      const sorted = await list('books/list?size=5&sort=series,metadata.numberSort,desc', ofSeries)
      expect(sorted.content.map((book: Json) => book.metadata.numberSort)).toEqual([12, 11, 10, 9, 8])
      const lately = { condition: { releaseDate: { operator: 'isInTheLast', duration: 'PT720H' } } }
      expect((await list('books/list', lately)).totalElements).toBe(0)
      const broken = { condition: { anyOf: [{ mediaStatus: { operator: 'is', value: 'ERROR' } }] } }
      expect((await list('books/list?size=0', broken)).totalElements).toBe(0)
      for (const path of [
        'books/ondeck?size=20&unpaged=false',
        'series/new?oneshot=false',
        'series/updated',
        'books/latest',
      ]) {
        expectShape(await api.get(`/api/v1/${path}`), PAGE)
      }
      const next = await api.get<Json>(`/api/v1/books/${first.id}/next`)
      expect(next.metadata.title).toBe('Run 02')
      expect((await api.fetch(`/api/v1/books/${first.id}/previous`)).status).toBe(404)
      for (const path of [
        ...['client-settings/global/list', 'client-settings/user/list', 'oauth2/providers', 'claim', 'fonts/families'],
        ...[
          'announcements',
          'releases',
          'languages',
          'age-ratings',
          'series/release-dates',
          'sharing-labels',
          'tags/book',
        ],
        ...['tags/series', 'authors/names', 'authors/roles', 'users/me/api-keys', 'users/me/authentication-activity'],
      ]) {
        expect([path, (await api.fetch(`/api/v1/${path}`)).status]).toEqual([path, 200])
      }
      expectShape(await api.get('/api/v2/authors?search=&page=0'), PAGE)
      const info = await api.get<Json>('/actuator/info')
      expectShape(info, { build: { version: 'text' }, git: { branch: 'text' } })
      await api.patch('/api/v1/client-settings/user', { 'webui.poster.stretch': { value: 'true' } })
      expect(await api.get('/api/v1/client-settings/user/list')).toEqual({ 'webui.poster.stretch': { value: 'true' } })
    })

    test('Paperback: short sorts, slashes at the end, page and completed together', async () => {
      expect((await api.fetch(`/api/v1/series/${first.seriesId}/`)).status).toBe(200)
      const reading = await api.get<Json>(
        '/api/v1/books?sort=readProgress.readDate,desc&read_status=IN_PROGRESS&page=0',
      )
      expect(reading.content.map((book: Json) => book.id)).toEqual([first.id])
      const search = await api.get<Json>('/api/v1/series?page=0&size=40&search=run&sort=titleSort')
      expect(search.content.map((series: Json) => series.name)).toEqual(['Run'])
      await api.patch(`/api/v1/books/${first.id}/read-progress`, { page: 5, completed: true })
      expect((await api.get<Json>(`/api/v1/books/${first.id}`)).readProgress).toMatchObject({
        page: 5,
        completed: true,
      })
      expect(Number((await api.get<Json>(`/api/v1/books/${first.id}`)).metadata.number)).toBe(1)
      expect(await admin.get(`/api/v1/books/${first.id}/progress`)).toMatchObject({ currentPage: 5, completed: true })
      expect((await api.fetch(`/api/v1/books/${first.id}/read-progress`, { method: 'DELETE' })).status).toBe(204)
      expect((await api.get<Json>(`/api/v1/books/${first.id}`)).readProgress).toBeNull()
    })

    test('hides items without access, and answers for them as for missing ones', async () => {
      const hidden = await bookAt(admin, 'Zzhidden 1.cbz')
      for (const path of [
        'libraries',
        'series?size=500',
        'books?size=500',
        'genres',
        'tags',
        'authors',
        'series/new',
      ]) {
        const text = await (await kim.fetch(`/api/v1/${path}`)).text()
        expect([path, /zzhidden/i.test(text)]).toEqual([path, false])
      }
      const missing = '01a214fa-0f02-758a-bd1a-15e02025bd37'
      for (const path of [
        'books/ID',
        'books/ID/pages',
        'books/ID/pages/1',
        'books/ID/file',
        'books/ID/thumbnail',
        'books/ID/next',
      ]) {
        const answers = [hidden.id, missing, 'nonsense'].map(async id => {
          const answer = await kim.fetch(`/api/v1/${path.replace('ID', id)}`)
          const { message, status, error } = (await answer.json()) as Json
          return [answer.status, status, error, message]
        })
        const [one, other, third] = await Promise.all(answers)
        expect([path, one]).toEqual([path, other ?? []])
        expect([path, third?.[0]]).toEqual([path, 404])
      }
      const asked = { condition: { libraryId: { operator: 'is', value: hidden.libraryId } } }
      expect((await kim.post<Json>('/api/v1/series/list', asked)).totalElements).toBe(0)
      expect((await kim.get<Json>('/api/v2/users/me')).sharedLibrariesIds).toEqual([libraryId])
    })

    test('answers bad input as Komga does', async () => {
      const spring = async (answer: Response, status: number) => {
        expect([answer.url, answer.status]).toEqual([answer.url, status])
        const body = (await answer.json()) as Json
        expectShape(body, { timestamp: 'instant', status: 'number', error: 'text', message: 'text', path: 'text' })
        expect(body.status).toBe(status)
      }
      for (const path of [
        `books/${first.id}/pages/6`,
        `books/${first.id}/pages/0`,
        `books/${first.id}/pages/x`,
        'nothing',
        'books/x/y',
      ]) {
        await spring(await api.fetch(`/api/v1/${path}`), 404)
      }
      for (const body of [{ page: 6 }, { page: 0 }, { page: -1 }, {}, { completed: false }, { page: 'x' }]) {
        const answer = await api.fetch(`/api/v1/books/${first.id}/read-progress`, { ...post(body), method: 'PATCH' })
        await spring(answer, 400)
      }
      let deep: object = { anyOf: [] }
      for (let level = 0; level < 60; level++) deep = { allOf: [deep] }
      for (const condition of [
        { nothing: { operator: 'is' } },
        'text',
        { genre: 7 },
        { genre: { operator: 'x' } },
        deep,
      ]) {
        await spring(await api.fetch('/api/v1/series/list', post({ condition })), 400)
      }
      await spring(await api.fetch('/api/v1/series/list', { method: 'POST', headers: JSON_HEADERS, body: '{' }), 400)
      await spring(await api.fetch(`/api/v1/series?search=${'x'.repeat(600)}`), 400)
      const huge = await api.get<Json>('/api/v1/series?page=2147483647&size=1000000000&sort=nothing,desc')
      expect(huge).toMatchObject({ content: [], size: 500, totalElements: 4, last: true, empty: true })
      for (const odd of ['page=-1', 'page=x', 'size=-5', 'size=x', 'unpaged=maybe', 'library_id=', 'sort=']) {
        expect((await api.get<Json>(`/api/v1/series?${odd}`)).totalElements).toBe(4)
      }
    })
  })
}
