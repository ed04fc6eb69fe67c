// Progress survives restarts, scans, and files that move, vanish and come back.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { allBooks, bookAt, firstScans, scan, seriesNamed } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

const BOOKS = 6

for (const database of DATABASES) {
  describe(`read progress on ${database} survives`, () => {
    const folder = temporaryFolder('outlives')
    const aside = temporaryFolder('aside')
    let octavo: Octavo
    let admin: Client
    let libraryId: string
    const place = (book: { readonly id: string }) =>
      admin.get<ReadProgressResponse>(`/api/v1/books/${book.id}/progress`)
    const inFolder = (path: string) => join(folder.path, path)

    beforeAll(async () => {
      const files: Record<string, Uint8Array> = {}
      for (let number = 1; number <= BOOKS; number++) {
        files[`Tide/Tide 0${number}.cbz`] = await comic({ pages: 9, size: { width: 50 + number, height: 70 } })
      }
      writeLibrary(folder.path, files)
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      const [library] = await firstScans(admin)
      libraryId = library?.id ?? ''
      for (const [index, book] of (await allBooks(admin)).entries()) {
        await admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: index + 2 })
      }
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
      aside.remove()
    })

    test('a restart', async () => {
      const before = await allBooks(admin)
      await octavo.restart()
      // The folder of the command line is scanned again.
      await firstScans(admin)
      expect(await allBooks(admin)).toEqual([...before])
      const { accessToken } = await octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', ADMIN)
      const again = client(octavo.url, { authorization: `Bearer ${accessToken}` })
      expect(await allBooks(again)).toEqual([...before])
    })

    test('another scan, a deep scan and a touched file', async () => {
      const before = await allBooks(admin)
      await scan(admin, libraryId)
      await scan(admin, libraryId, 'deep')
      utimesSync(inFolder('Tide/Tide 01.cbz'), new Date(), new Date(Date.now() - 3_600_000))
      await scan(admin, libraryId)
      const after = await allBooks(admin)
      const places = (books: readonly BookDto[]) => books.map(book => [book.id, book.readProgress])
      expect(places(after)).toEqual(places(before))
    })

    test('a renamed file', async () => {
      const before = await bookAt(admin, 'Tide 02.cbz')
      renameSync(inFolder('Tide/Tide 02.cbz'), inFolder('Tide/Tide 02 (1999).cbz'))
      await scan(admin, libraryId)
      const after = await bookAt(admin, 'Tide 02 (1999).cbz')
      expect([after.id, after.readProgress]).toEqual([before.id, before.readProgress])
      expect((await allBooks(admin)).length).toBe(BOOKS)
    })

    test('a move to another series', async () => {
      const before = await bookAt(admin, 'Tide 03.cbz')
      mkdirSync(inFolder('Rain'))
      renameSync(inFolder('Tide/Tide 03.cbz'), inFolder('Rain/Tide 03.cbz'))
      await scan(admin, libraryId)
      const after = await bookAt(admin, 'Rain/Tide 03.cbz')
      expect([after.id, after.seriesName, after.readProgress]).toEqual([before.id, 'Rain', before.readProgress])
      expect((await seriesNamed(admin, 'Rain')).bookCount).toBe(1)
      expect((await seriesNamed(admin, 'Tide')).bookCount).toBe(BOOKS - 1)
      await admin.post(`/api/v1/books/${after.id}/read`)
      expect((await seriesNamed(admin, 'Rain')).unreadCount).toBe(0)
      expect((await seriesNamed(admin, 'Tide')).unreadCount).toBe(BOOKS - 1)
    })

    test('a renamed series folder', async () => {
      const before = await bookAt(admin, 'Tide/Tide 04.cbz')
      renameSync(inFolder('Tide'), inFolder('High Tide'))
      await scan(admin, libraryId)
      const after = await bookAt(admin, 'High Tide/Tide 04.cbz')
      expect([after.id, after.seriesName, after.readProgress]).toEqual([before.id, 'High Tide', before.readProgress])
      expect((await allBooks(admin)).length).toBe(BOOKS)
    })

    test('a file that is missing for a while', async () => {
      const before = await bookAt(admin, 'Tide 05.cbz')
      renameSync(before.path, join(aside.path, 'Tide 05.cbz'))
      const { status } = await scan(admin, libraryId)
      expect([status, (await allBooks(admin)).length]).toEqual(['completed', BOOKS - 1])
      expect((await seriesNamed(admin, 'High Tide')).bookCount).toBe(BOOKS - 2)
      const hidden = await admin.post<{ data: BookDto[] }>('/api/v1/books/list?pageSize=500', { includeDeleted: true })
      expect(hidden.data.filter(book => book.deleted).map(book => book.id)).toEqual([before.id])
      renameSync(join(aside.path, 'Tide 05.cbz'), before.path)
      await scan(admin, libraryId)
      const after = await bookAt(admin, 'Tide 05.cbz')
      expect([after.id, after.deleted, after.readProgress]).toEqual([before.id, false, before.readProgress])
      expect(await place(before)).toEqual(before.readProgress as ReadProgressResponse)
      expect((await seriesNamed(admin, 'High Tide')).bookCount).toBe(BOOKS - 1)
    })
  })
}
