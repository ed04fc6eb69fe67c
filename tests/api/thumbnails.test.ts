// Thumbnails of books and series.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { SeriesDto } from '@octavo/contract/series'
import sharp from 'sharp'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { bookAt, firstScans, scan, seriesNamed } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`thumbnails on ${database}`, () => {
    const folder = temporaryFolder('thumbnails')
    let octavo: Octavo
    let admin: Client
    const thumbnail = (book: BookDto, rest = '', init?: RequestInit) =>
      admin.fetch(`/api/v1/books/${book.id}/thumbnail${rest}`, init)
    const sizeOf = async (answer: Response) => {
      const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      return [format, width, height]
    }

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Comic/Tall.cbz': await comic({ pages: 2, size: { width: 800, height: 1200 } }),
        'Comic/Wide.cbz': await comic({ pages: 1, size: { width: 1600, height: 400 } }),
        'Comic/Small.cbz': await comic({ pages: 1, size: { width: 60, height: 90 } }),
        'Bare/Novel.epub': ebook({ title: 'Novel', chapters: [{ title: 'One', paragraphs: ['It rained.'] }] }),
      })
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('are JPEGs of at most 400 pixels a side, and never larger than the page', async () => {
      for (const [name, size] of [
        ['Tall.cbz', ['jpeg', 267, 400]],
        ['Wide.cbz', ['jpeg', 400, 100]],
        ['Small.cbz', ['jpeg', 60, 90]],
      ] as const) {
        const answer = await thumbnail(await bookAt(admin, name))
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
        expect([name, ...(await sizeOf(answer))]).toEqual([name, ...size])
      }
    })

    test('are cached by the client only, without expiry at the address of their version', async () => {
      const book = await bookAt(admin, 'Tall.cbz')
      const answer = await thumbnail(book)
      const etag = answer.headers.get('etag') ?? ''
      expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=60\b/)
      const same = await thumbnail(book, '', { headers: { 'if-none-match': `W/${etag}` } })
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
      const versioned = await thumbnail(book, `?v=${book.coverVersion}`)
      expect(versioned.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      const old = await thumbnail(book, '?v=old')
      expect(old.headers.get('cache-control')).not.toContain('immutable')
    })

    test('of a series are those of a book of it', async () => {
      const { id, coverVersion } = await seriesNamed(admin, 'Comic')
      expect(coverVersion).not.toBeNull()
      const answer = await admin.fetch(`/api/v1/series/${id}/thumbnail`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const etag = answer.headers.get('etag') ?? ''
      const same = await admin.fetch(`/api/v1/series/${id}/thumbnail`, { headers: { 'if-none-match': etag } })
      expect(same.status).toBe(304)
    })

    test('of a book without an image are drawn from its title, and change with it', async () => {
      const book = await bookAt(admin, 'Novel.epub')
      expect([book.coverVersion, book.thumbHash]).toEqual([null, null])
      const { id } = await seriesNamed(admin, 'Bare')
      const drawn = await thumbnail(book)
      const ofSeries = await admin.fetch(`/api/v1/series/${id}/thumbnail`)
      for (const answer of [drawn, ofSeries]) {
        expect([answer.status, ...(await sizeOf(answer))]).toEqual([200, 'jpeg', 400, 600])
        expect(answer.headers.get('cache-control')).not.toContain('immutable')
      }
      const etag = drawn.headers.get('etag') ?? ''
      expect((await thumbnail(book, '', { headers: { 'if-none-match': etag } })).status).toBe(304)
      expect(ofSeries.headers.get('etag')).not.toBe(etag)
      const inWebp = { headers: { accept: 'image/webp,*/*' } }
      expect(await sizeOf(await thumbnail(book, '?width=150', inWebp))).toEqual(['webp', 200, 300])
      expect(await sizeOf(await thumbnail(book, '?width=200'))).toEqual(['jpeg', 200, 300])
      const cached = async (path: string) => (await admin.fetch(path)).headers.get('cache-control')
      const forever = 'private, max-age=31536000, immutable'
      const drawnName = (await bookAt(admin, 'Novel.epub')).drawnCover
      const bare = await seriesNamed(admin, 'Bare')
      const [ofBook, address] = [`/api/v1/books/${book.id}/thumbnail`, `/api/v1/series/${id}/thumbnail`]
      expect(await cached(`${ofBook}?v=${drawnName}`)).toBe(forever)
      expect(await cached(`${address}?v=${bare.drawnCover}`)).toBe(forever)
      expect((await admin.get<BookDto>(`/api/v1/books/${book.id}/full`)).drawnCover).toBe(drawnName as string)
      expect((await admin.get<SeriesDto>(`/api/v1/series/${id}/full`)).drawnCover).toBe(bare.drawnCover as string)
      expect((await bookAt(admin, 'Small.cbz')).drawnCover).toBeUndefined()
      // Everything written on it gives it another name: its title, that of its series, its author.
      const names = [drawnName]
      for (const change of [
        () => admin.patch(`/api/v1/series/${id}`, { title: 'Bare no more' }),
        () => admin.patch(`/api/v1/books/${book.id}/metadata`, { authors: [{ name: 'Ann', role: 'author' }] }),
        () => admin.patch(`/api/v1/books/${book.id}/metadata`, { title: 'Another' }),
      ]) {
        await change()
        names.push((await bookAt(admin, 'Novel.epub')).drawnCover)
        expect(await cached(`${ofBook}?v=${names.at(-1)}`)).toBe(forever)
        expect(await cached(`${ofBook}?v=${names.at(-2)}`)).toMatch(/^private, max-age=60\b/)
      }
      expect(new Set(names).size).toBe(4)
      const renamed = await thumbnail(book, '', { headers: { 'if-none-match': etag } })
      expect([renamed.status, ...(await sizeOf(renamed))]).toEqual([200, 'jpeg', 400, 600])
    })

    test('of a novel in no series name its author, on the card of its series too', async () => {
      const novels = temporaryFolder('thumbnail-novels')
      writeLibrary(novels.path, {
        'Herman Melville/moby.epub': ebook({ title: 'Moby-Dick', author: 'Herman Melville', chapters: [] }),
      })
      const naming = { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'from_metadata' } }
      const body = { name: 'Novels', path: novels.path, ...naming, bookStrategy: 'metadata_first' }
      const { id } = await admin.post<LibraryDto>('/api/v1/libraries', body)
      await scan(admin, id)
      const drawnNames = async () => {
        const series = await seriesNamed(admin, 'Moby-Dick')
        const { drawnCover } = series
        const answer = await admin.fetch(`/api/v1/series/${series.id}/thumbnail?v=${drawnCover}`)
        // Immutable: the picture is the one that the list names.
        expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
        return [drawnCover, series.authors, (await bookAt(admin, 'moby.epub')).drawnCover] as const
      }
      const [drawn, authors, ofBook] = await drawnNames()
      expect([authors, drawn]).toEqual(['Herman Melville', ofBook])
      const book = await bookAt(admin, 'moby.epub')
      await admin.patch(`/api/v1/books/${book.id}/metadata`, { authors: [{ name: 'Ishmael', role: 'author' }] })
      const [other, ishmael, otherOfBook] = await drawnNames()
      expect([ishmael, other]).toEqual(['Ishmael', otherOfBook])
      expect(other).not.toBe(drawn)
      novels.remove()
    })

    test('change with the file', async () => {
      const before = await bookAt(admin, 'Small.cbz')
      const etag = (await thumbnail(before)).headers.get('etag') ?? ''
      writeLibrary(folder.path, { 'Comic/Small.cbz': await comic({ pages: 3, size: { width: 300, height: 200 } }) })
      await scan(admin, before.libraryId)
      const after = await bookAt(admin, 'Small.cbz')
      expect([after.id, after.pageCount]).toEqual([before.id, 3])
      expect(after.coverVersion).not.toBe(before.coverVersion as string)
      const answer = await thumbnail(after, '', { headers: { 'if-none-match': etag } })
      expect([answer.status, ...(await sizeOf(answer))]).toEqual([200, 'jpeg', 300, 200])
    })
  })
}
