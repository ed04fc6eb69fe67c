// Read progress: saved, completed, deleted, each reader's own.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDetailResponse, BookDto } from '@octavo/contract/book'
import { ReadProgressListResponse, ReadProgressResponse } from '@octavo/contract/progress'
import type { SeriesDto } from '@octavo/contract/series'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { allBooks, type BookPage, bookAt, firstScans, JSON_HEADERS, refusal, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`read progress on ${database}`, () => {
    const folder = temporaryFolder('progress')
    let octavo: Inhabited
    let admin: Client
    let reader: Client
    const address = (book: BookDto) => `/api/v1/books/${book.id}/progress`
    const titles = (books: readonly BookDto[]) => books.map(book => book.title)
    const shelf = async (who: Client, name: string) => titles((await who.get<BookPage>(`/api/v1/books/${name}`)).data)
    const unread = async (who: Client, title: string) => (await seriesNamed(who, title)).unreadCount

    beforeAll(async () => {
      const files: Record<string, Uint8Array> = {}
      for (const series of ['Tide', 'Rain', 'Dust']) {
        for (let number = 1; number <= 3; number++) {
          const name = `${series}/${series} ${String(number).padStart(2, '0')}.cbz`
          files[name] = await comic({ pages: 4, size: { width: 40 + number, height: 60 + series.charCodeAt(0) } })
        }
      }
      files['Novels/Novel.epub'] = ebook({ title: 'Novel', chapters: [{ title: 'One', paragraphs: ['It rained.'] }] })
      writeLibrary(folder.path, files)
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      await firstScans(admin)
      reader = await octavo.addUser('ruth')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('is absent at first, then saved and shown in the book', async () => {
      const book = await bookAt(admin, 'Tide 01.cbz')
      const none = await admin.fetch(address(book))
      expect([none.status, await none.text()]).toEqual([204, ''])
      const saved = ReadProgressResponse.parse(await admin.put(address(book), { currentPage: 2 }))
      expect(saved).toMatchObject({ bookId: book.id, currentPage: 2, progressPercentage: 0.5, completed: false })
      expect(saved.completedAt ?? null).toBeNull()
      expect(await admin.get<ReadProgressResponse>(address(book))).toEqual(saved)
      expect((await admin.get<BookDetailResponse>(`/api/v1/books/${book.id}`)).book.readProgress).toEqual(saved)
      expect((await bookAt(admin, 'Tide 01.cbz')).readProgress).toEqual(saved)
      const moved = await admin.put<ReadProgressResponse>(address(book), { currentPage: 3 })
      expect([moved.id, moved.startedAt]).toEqual([saved.id, saved.startedAt])
      expect(Date.parse(moved.updatedAt)).toBeGreaterThanOrEqual(Date.parse(saved.updatedAt))
    })

    test('many books, or all books of many series, are marked by one request', async () => {
      const mine = await octavo.addUser('bulk')
      const rain = (await allBooks(mine)).filter(book => book.seriesName === 'Rain')
      const gone = '00000000-0000-7000-8000-00000000dead'
      const ids = [...rain.map(book => book.id), rain[0]?.id.toUpperCase(), gone]
      expect(await mine.post('/api/v1/books/bulk/read', { bookIds: ids })).toEqual({
        count: 3,
        message: '3 books marked as read',
      })
      expect([await unread(mine, 'Rain'), await unread(mine, 'Dust')]).toEqual([0, 3])
      const series = await Promise.all(['Rain', 'Dust'].map(name => seriesNamed(mine, name)))
      const seriesIds = [...series.map(each => each.id), gone]
      expect(await mine.post<{ count: number }>('/api/v1/series/bulk/read', { seriesIds })).toMatchObject({ count: 3 })
      expect(await mine.post<{ count: number }>('/api/v1/books/bulk/unread', { bookIds: ids })).toMatchObject({
        count: 3,
      })
      expect(await mine.post('/api/v1/series/bulk/unread', { seriesIds })).toEqual({
        count: 3,
        message: '3 books marked as unread',
      })
      expect((await mine.get<{ total: number }>('/api/v1/progress')).total).toBe(0)
      expect(await mine.post<{ count: number }>('/api/v1/books/bulk/read', { bookIds: [] })).toMatchObject({ count: 0 })
      expect(await mine.post<{ count: number }>('/api/v1/series/bulk/read', { seriesIds: [] })).toMatchObject({
        count: 0,
      })
    })

    test('two devices can read one series at the same time', async () => {
      const books = (await allBooks(admin)).filter(book => book.seriesName === 'Rain')
      const before = await unread(admin, 'Rain')
      const marks = Array.from({ length: 12 }, (_, n) => books[n % books.length] as BookDto)
      const answers = await Promise.all(
        marks.map(book => admin.fetch(`/api/v1/books/${book.id}/read`, { method: 'POST' })),
      )
      expect(answers.map(({ status }) => status)).toEqual(marks.map(() => 200))
      expect([before, await unread(admin, 'Rain')]).toEqual([books.length, 0])
      await admin.post(`/api/v1/series/${books[0]?.seriesId}/unread`)
    })

    test('is completed at the last page, on request, and near the end of an ebook', async () => {
      const book = await bookAt(admin, 'Tide 01.cbz')
      const put = (body: object, of = book) => admin.put<ReadProgressResponse>(address(of), body)
      const last = await put({ currentPage: 4 })
      expect([last.completed, last.completedAt, last.progressPercentage]).toEqual([true, last.updatedAt, 1])
      expect((await put({ currentPage: 99 })).currentPage).toBe(4)
      const back = await put({ currentPage: 1 })
      expect([back.completed, back.completedAt ?? null]).toEqual([false, null])
      expect((await put({ currentPage: 1, completed: true })).completed).toBe(true)
      const novel = await bookAt(admin, 'Novel.epub')
      const part = await put({ currentPage: 1, progressPercentage: 0.5, completed: false }, novel)
      expect([part.completed, part.progressPercentage]).toEqual([false, 0.5])
      const end = await put({ currentPage: 1, progressPercentage: 0.98 }, novel)
      expect([end.completed, end.progressPercentage]).toEqual([true, 0.98])
    })

    test('is separate for each reader', async () => {
      const book = await bookAt(admin, 'Tide 01.cbz')
      expect((await reader.fetch(address(book))).status).toBe(204)
      expect((await allBooks(reader)).filter(each => each.readProgress)).toEqual([])
      await reader.put(address(book), { currentPage: 3 })
      expect((await admin.get<ReadProgressResponse>(address(book))).completed).toBe(true)
      const own = ReadProgressListResponse.parse(await reader.get('/api/v1/progress'))
      expect(own.progress.map(each => each.bookId)).toEqual([book.id])
      const me = await reader.get<{ id: string }>('/api/v1/auth/me')
      expect(own.progress[0]?.userId).toBe(me.id)
      await reader.delete(address(book))
      expect((await admin.get<ReadProgressResponse>(address(book))).completed).toBe(true)
      expect((await reader.get<{ total: number }>('/api/v1/progress')).total).toBe(0)
    })

    test('can be deleted repeatedly', async () => {
      for (const book of [await bookAt(admin, 'Tide 01.cbz'), await bookAt(admin, 'Novel.epub')]) {
        for (const _ of [1, 2]) expect((await admin.fetch(address(book), { method: 'DELETE' })).status).toBe(204)
        expect((await admin.fetch(address(book))).status).toBe(204)
      }
    })

    test('of a book and of a series can be marked read and unread', async () => {
      expect(await unread(reader, 'Tide')).toBe(3)
      const book = await bookAt(reader, 'Tide 02.cbz')
      const read = await reader.post<ReadProgressResponse>(`/api/v1/books/${book.id}/read`)
      expect(read).toMatchObject({ completed: true, currentPage: 4, progressPercentage: 1 })
      expect(await unread(reader, 'Tide')).toBe(2)
      expect(await unread(admin, 'Tide')).toBe(3)
      const series: SeriesDto = await seriesNamed(reader, 'Tide')
      expect(await reader.post<object>(`/api/v1/series/${series.id}/read`)).toMatchObject({ count: 2 })
      expect(await reader.post<object>(`/api/v1/series/${series.id}/read`)).toMatchObject({ count: 0 })
      expect(await unread(reader, 'Tide')).toBe(0)
      const one = await reader.fetch(`/api/v1/books/${book.id}/unread`, { method: 'POST' })
      expect([one.status, await unread(reader, 'Tide')]).toEqual([204, 1])
      expect(await reader.post<object>(`/api/v1/series/${series.id}/unread`)).toMatchObject({ count: 2 })
      expect(await unread(reader, 'Tide')).toBe(3)
    })

    test('adds books to the shelves in progress, on deck and recently read', async () => {
      const put = async (path: string, currentPage: number) =>
        reader.put(address(await bookAt(reader, path)), { currentPage })
      expect([await shelf(reader, 'in-progress'), await shelf(reader, 'on-deck')]).toEqual([[], []])
      await put('Tide 01.cbz', 4)
      await put('Rain 01.cbz', 4)
      await put('Dust 02.cbz', 2)
      expect(await shelf(reader, 'in-progress')).toEqual(['Dust 02'])
      expect(await shelf(reader, 'on-deck')).toEqual(['Rain 02', 'Tide 02'])
      await put('Tide 02.cbz', 1)
      expect(await shelf(reader, 'in-progress')).toEqual(['Tide 02', 'Dust 02'])
      // A series with a book half read has that one to go on with.
      expect(await shelf(reader, 'on-deck')).toEqual(['Rain 02'])
      const recent = await reader.get<BookDto[]>('/api/v1/books/recently-read')
      expect(titles(recent)).toEqual(['Tide 02', 'Dust 02', 'Rain 01', 'Tide 01'])
      expect(await reader.get<BookDto[]>('/api/v1/books/recently-read?limit=2')).toHaveLength(2)
      const begun = await reader.get<SeriesDto[]>('/api/v1/series/in-progress')
      expect(begun.map(series => series.title)).toEqual(['Tide', 'Dust', 'Rain'])
      await reader.post(`/api/v1/series/${(await seriesNamed(reader, 'Rain')).id}/read`)
      expect(await shelf(reader, 'on-deck')).toEqual([])
      for (const name of ['in-progress', 'on-deck']) expect(await shelf(admin, name)).toEqual([])
      expect(await admin.get<BookDto[]>('/api/v1/books/recently-read')).toEqual([])
    })

    test('needs a valid page', async () => {
      const book = await bookAt(reader, 'Dust 03.cbz')
      const put = (body: string) => reader.fetch(address(book), { method: 'PUT', headers: JSON_HEADERS, body })
      const wrong = [
        '{}',
        '[]',
        'null',
        '{"currentPage":0}',
        '{"currentPage":-1}',
        '{"currentPage":1.5}',
        '{"currentPage":"1"}',
        '{"currentPage":2147483648}',
        '{"currentPage":1,"progressPercentage":1.01}',
        '{"currentPage":1,"progressPercentage":-0.1}',
        '{"currentPage":1,"completed":"yes"}',
      ]
      for (const body of wrong)
        expect([body, await refusal(await put(body))]).toEqual([body, '422 UnprocessableEntity'])
      expect(await refusal(await put('{"currentPage":'))).toBe('400 BadRequest')
      const nobody = `/api/v1/books/${crypto.randomUUID()}/progress`
      const init = { method: 'PUT', headers: JSON_HEADERS, body: '{"currentPage":1}' }
      expect(await refusal(await reader.fetch(nobody, init))).toBe('404 NotFound')
      expect((await reader.fetch(address(book))).status).toBe(204)
    })
  })
}
