// Requests with the id of a book or series that was merged: from open pages, saved links, apps, and devices that were offline.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { RecordMarksResponse } from '@octavo/contract/mark'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import type { RecordReadingSessionsResponse } from '@octavo/contract/reading-session'
import type { SeriesDto } from '@octavo/contract/series'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client } from '../kit/client'
import { md5, partialMd5 } from '../kit/koreader-hash'
import { temporaryFolder } from '../kit/paths'
import { bookAt, firstScans, JSON_HEADERS, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

for (const database of DATABASES) {
  describe(`ids from before a merge on ${database}`, () => {
    const folder = temporaryFolder('merged-ids')
    let octavo: Inhabited
    let sea: Uint8Array
    let admin: Client
    let reader: Client
    /** The merged copy, and the book it was merged into. */
    let merged: BookDto
    let heir: BookDto
    let copies: SeriesDto
    let seas: SeriesDto

    beforeAll(async () => {
      sea = await comic({ pages: 20 })
      writeLibrary(folder.path, {
        'Sea/Sea 1.cbz': sea,
        'Twins/Twin 1.cbz': sea,
        'Sea/Sea 2.cbz': await comic({ pages: 20 }),
        'Copies/Copy 1.cbz': await comic({ pages: 20, size: { width: 90, height: 120 } }),
        'Copies/Copy 2.cbz': await comic({ pages: 20, size: { width: 90, height: 120 } }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      reader = await octavo.addUser('reader')
      await firstScans(admin)
      ;[merged, heir] = [await bookAt(admin, 'Copy 1.cbz'), await bookAt(admin, 'Sea 1.cbz')]
      ;[copies, seas] = [await seriesNamed(admin, 'Copies'), await seriesNamed(admin, 'Sea')]
      const twin = await bookAt(admin, 'Twin 1.cbz')
      await admin.post(`/api/v1/books/${heir.id}/merge`, { bookIds: [merged.id, twin.id] })
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const placeIn = ({ id }: BookDto) => reader.get<ReadProgressResponse>(`/api/v1/books/${id}/progress`)

    test('a book is found, with its metadata', async () => {
      const upper = merged.id.toUpperCase()
      const { book, metadata } = await reader.get<{ book: BookDto; metadata?: { bookId: string } }>(
        `/api/v1/books/${upper}`,
      )
      expect([book.id, metadata?.bookId ?? heir.id]).toEqual([heir.id, heir.id])
      expect(await reader.get<BookDto>(`/api/v1/books/${merged.id}/full`)).toMatchObject({ id: heir.id })
    })

    test('what is read arrives: places, sessions, marks', async () => {
      const page = { currentPage: 5, progressPercentage: null, completed: false }
      await reader.put(`/api/v1/books/${merged.id}/progress`, page)
      expect(await placeIn(heir)).toMatchObject({ bookId: heir.id, currentPage: 5 })
      expect(await placeIn(merged)).toMatchObject({ bookId: heir.id, currentPage: 5 })

      const [started, ended] = [Date.now() + 1000, Date.now() + 2000].map(at => new Date(at).toISOString())
      const session = (bookId: string, toPage: number) => ({
        ...{ id: crypto.randomUUID(), bookId, deviceId: 'tablet', deviceName: null, kind: 'progress', toPage },
        ...{ toPercentage: null, r2Progression: null, activeDurationMs: 900, pagesRead: 1 },
        ...{ clientStartedAt: started, clientEndedAt: ended },
      })
      const sent = [session(merged.id, 9)]
      const recorded = await reader.post<RecordReadingSessionsResponse>('/api/v1/reading-sessions', { sessions: sent })
      expect(recorded).toMatchObject({ rejected: [], progress: [{ bookId: heir.id, currentPage: 9 }] })

      const mark = { id: crypto.randomUUID(), bookId: merged.id, kind: 'bookmark', page: 7 }
      const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
      const send = (more: object) =>
        reader.post<RecordMarksResponse>('/api/v1/marks/batch', { marks: [{ ...mark, ...more }] })
      expect(await send({ updatedAt: at(-60) })).toEqual({ accepted: [mark.id], rejected: [] })
      expect(await send({ updatedAt: at(-30), note: 'Later' })).toEqual({ accepted: [mark.id], rejected: [] })
      for (const { id } of [heir, merged]) {
        const { data } = await reader.get<{ data: object[] }>(`/api/v1/books/${id}/marks`)
        expect(data).toMatchObject([{ id: mark.id, bookId: heir.id, page: 7, note: 'Later' }])
      }
    })

    test('KOReader’s place in the file of the copy is one in the book', async () => {
      const name = 'device'
      const device = await octavo.addUser(name)
      const { key: token } = await device.post<{ key: string }>('/api/v1/api-keys', { name: 'KOReader' })
      const headers = { 'x-auth-user': name, 'x-auth-key': md5(token) }
      const kobo = client(`${octavo.url}/koreader`, headers)
      const read = async (document: string, page: number) => {
        const place = { document, progress: `${page}`, percentage: page / 20, device: 'Kobo', device_id: 'K' }
        const answer = await kobo.fetch('/syncs/progress', {
          ...{ method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify(place) },
        })
        expect(answer.status).toBe(200)
        expect(await device.get(`/api/v1/books/${heir.id}/progress`)).toMatchObject({ currentPage: page })
      }
      await read(md5('Copy 1.cbz'), 11)
      // The book and its merged twin have the same hash.
      await read(partialMd5(sea), 13)
    })

    test('marking books and series as read marks those that remain', async () => {
      await reader.post('/api/v1/books/bulk/read', { bookIds: [merged.id] })
      expect(await placeIn(heir)).toMatchObject({ completed: true })
      await admin.post(`/api/v1/series/${seas.id}/merge`, { seriesId: copies.id })
      expect(await reader.get<SeriesDto>(`/api/v1/series/${copies.id}`)).toMatchObject({ id: seas.id, bookCount: 3 })
      await reader.post(`/api/v1/series/${copies.id}/read`)
      const left = await reader.get<BookDto[]>(`/api/v1/series/${copies.id}/books`)
      expect(left.map(({ readProgress }) => readProgress?.completed)).toEqual([true, true, true])
    })
  })
}
