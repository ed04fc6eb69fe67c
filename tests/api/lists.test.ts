// Lists: the envelope, its edges, its links, its order.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { listBooks } from '@octavo/contract/book'
import { listLibraries } from '@octavo/contract/library'
import { listSeries } from '@octavo/contract/series'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { type BookPage, firstScans, JSON_HEADERS, refusal, type SeriesPage } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

/** More than the largest page. */
const BOOKS = 505
const SERIES = 5
const LISTS = ['/api/v1/books', '/api/v1/series', '/api/v1/libraries', '/api/v1/books/recently-added']

for (const database of DATABASES) {
  describe(`lists on ${database}`, () => {
    const folder = temporaryFolder('lists')
    let octavo: Octavo
    let admin: Client
    const get = (path: string) => admin.get<BookPage>(path)

    beforeAll(async () => {
      const bytes = await comic({ pages: 2 })
      const files: Record<string, Uint8Array> = {}
      for (let number = 1; number <= BOOKS; number++) {
        files[`Series ${(number % SERIES) + 1}/Book ${number}.cbz`] = bytes
      }
      writeLibrary(folder.path, files)
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('have the envelope of the interface, 50 items from the first page on', async () => {
      const page = await get('/api/v1/books')
      expect({ ...page, data: page.data.length }).toEqual({
        data: 50,
        page: 1,
        pageSize: 50,
        total: BOOKS,
        totalPages: 11,
        links: {
          self: '/api/v1/books?page=1&pageSize=50',
          first: '/api/v1/books?page=1&pageSize=50',
          next: '/api/v1/books?page=2&pageSize=50',
          last: '/api/v1/books?page=11&pageSize=50',
        },
      })
      for (const route of [listBooks, listSeries, listLibraries]) {
        if (route.payload.kind !== 'json') throw new Error(`${route.id} sends no JSON`)
        route.payload.schema.parse(await admin.get(route.path))
      }
    })

    test('take a larger page than 500 as 500, and 0 as 50', async () => {
      for (const size of [501, 100_000, 9_007_199_254_740_991]) {
        const page = await get(`/api/v1/books?pageSize=${size}`)
        expect([page.pageSize, page.data.length, page.totalPages]).toEqual([500, 500, 2])
        expect(page.links.next).toContain('pageSize=500')
      }
      expect((await get('/api/v1/books?pageSize=0')).pageSize).toBe(50)
      expect((await get('/api/v1/books?page=0')).page).toBe(1)
    })

    test('refuse an invalid page number', async () => {
      for (const list of LISTS) {
        for (const wrong of ['-1', 'x', '1.5', '1e999', 'NaN', '99999999999999999999']) {
          for (const name of ['page', 'pageSize']) {
            expect(await refusal(await admin.fetch(`${list}?${name}=${wrong}`))).toBe('400 BadRequest')
          }
        }
        expect(await refusal(await admin.fetch(`${list}?page=1&page=2`))).toBe('400 BadRequest')
      }
      const filtered = { method: 'POST', headers: JSON_HEADERS, body: '{}' }
      expect(await refusal(await admin.fetch('/api/v1/books/list?page=-1', filtered))).toBe('400 BadRequest')
    })

    test('are empty far behind their end', async () => {
      for (const list of LISTS) {
        const page = await get(`${list}?page=1000000000`)
        expect([page.data.length, page.page]).toEqual([0, 1_000_000_000])
        expect(page.total).toBeGreaterThan(0)
        expect(page.links).not.toHaveProperty('next')
      }
    })

    for (const [sort, pageSize] of [
      ['title,asc', 100],
      ['created_at,desc', 101],
      ['page_count,asc', 50],
    ] as const) {
      test(`join without gap or repeat when links are followed, by ${sort}`, async () => {
        const seen: string[] = []
        let next: string | null | undefined = `/api/v1/books?pageSize=${pageSize}&sort=${sort}`
        while (next) {
          const page: BookPage = await get(next)
          seen.push(...page.data.map(book => book.id))
          expect(page.links.self).toContain(`page=${page.page}`)
          if (page.page === page.totalPages) expect(page.links).not.toHaveProperty('next')
          next = page.links.next
        }
        expect(seen).toHaveLength(BOOKS)
        expect(new Set(seen).size).toBe(BOOKS)
        const last = (await get(`/api/v1/books?pageSize=${pageSize}&sort=${sort}`)).links.last
        expect((await get(last)).data.at(-1)?.id).toBe(seen.at(-1) as string)
      })
    }

    test('are in natural order by title, and the other way round', async () => {
      const titles = (page: BookPage) => page.data.map(book => book.title)
      const first = titles(await get('/api/v1/books?pageSize=12'))
      expect(first).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(number => `Book ${number}`))
      const last = titles(await get('/api/v1/books?pageSize=2&sort=title,desc'))
      expect(last).toEqual(['Book 505', 'Book 504'])
      const series = await admin.get<SeriesPage>('/api/v1/series?sort=name,desc')
      expect(series.data.map(each => each.title)).toEqual([5, 4, 3, 2, 1].map(number => `Series ${number}`))
      expect(series.data.map(each => each.bookCount)).toEqual([101, 101, 101, 101, 101])
    })

    test('of one series or library hold that one alone', async () => {
      const { data } = await admin.get<SeriesPage>('/api/v1/series')
      const { id = '', libraryId = '' } = data[0] ?? {}
      const ofSeries = await get(`/api/v1/books?seriesId=${id}&pageSize=500`)
      expect([ofSeries.total, ofSeries.data.every(book => book.seriesId === id)]).toEqual([101, true])
      expect(ofSeries.links.self).toContain(`seriesId=${id}`)
      for (const list of [`/api/v1/libraries/${libraryId}/books`, `/api/v1/books?libraryId=${libraryId}`]) {
        expect((await get(list)).total).toBe(BOOKS)
      }
      const nobody = crypto.randomUUID()
      expect((await get(`/api/v1/books?libraryId=${nobody}`)).total).toBe(0)
      expect(await refusal(await admin.fetch(`/api/v1/libraries/${nobody}/books`))).toBe('404 NotFound')
      expect(await refusal(await admin.fetch('/api/v1/books?libraryId=x'))).toBe('400 BadRequest')
    })

    test('are filtered by a body, with the page in the address', async () => {
      const condition = { allOf: [{ title: { operator: 'beginsWith', value: 'Book 10' } }] }
      const page = await admin.post<BookPage>('/api/v1/books/list?page=2&pageSize=5&sort=title,asc', { condition })
      // Book 10 and Book 100 to Book 109.
      expect([page.total, page.page, page.totalPages]).toEqual([11, 2, 3])
      expect(page.data.map(book => book.title)).toEqual([104, 105, 106, 107, 108].map(number => `Book ${number}`))
      const found = await admin.post<BookPage>('/api/v1/books/list', { fullTextSearch: 'book 505' })
      expect(found.data.map(book => book.title)).toEqual(['Book 505'])
      const series = await admin.post<SeriesPage>('/api/v1/series/list', { fullTextSearch: 'series 3' })
      expect(series.data.map(each => each.title)).toEqual(['Series 3'])
      expect((await admin.post<BookPage>('/api/v1/books/list')).total).toBe(BOOKS)
    })

    test('that the client has already are not sent again, until something is written', async () => {
      const [{ id = '' } = {}] = (await get('/api/v1/books?pageSize=1')).data
      const begin = () => admin.put(`/api/v1/books/${id}/progress`, { currentPage: 1 })
      const finish = () => admin.post(`/api/v1/books/${id}/read`)
      const lists: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['/api/v1/books', begin],
        [`/api/v1/books/${id}`, begin],
        ['/api/v1/books/in-progress', begin],
        ['/api/v1/series', finish],
      ]
      for (const [list, write] of lists) {
        const first = await admin.fetch(list)
        const etag = first.headers.get('etag') ?? ''
        expect(etag).not.toBe('')
        expect(first.headers.get('cache-control')).toContain('private')
        const same = await admin.fetch(list, { headers: { 'if-none-match': `"other", ${etag}` } })
        expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, etag, ''])
        await write()
        const after = await admin.fetch(list, { headers: { 'if-none-match': etag } })
        expect([list, after.status]).toEqual([list, 200])
        await admin.delete(`/api/v1/books/${id}/progress`)
      }
    })
  })
}
