// Covers that people choose: uploaded, of a page, drawn, cropped, locked, and found again with the file.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { CoverDto } from '@octavo/contract/cover'
import type { LibraryDto } from '@octavo/contract/library'
import sharp from 'sharp'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage, pngImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, bookAt, firstScans, refusal, scan, seriesNamed } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

function form(bytes: Uint8Array, part = 'file', name = 'x.bin'): RequestInit {
  const body = new FormData()
  body.append(part, new Blob([Buffer.from(bytes)], { type: 'text/html' }), name)
  return { method: 'POST', body }
}

for (const database of DATABASES) {
  describe(`chosen covers on ${database}`, () => {
    const folder = temporaryFolder('covers')
    let octavo: Octavo
    let admin: Client

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Saga/Saga 1.cbz': await comic({ pages: 3, size: { width: 200, height: 300 } }),
        'Saga/Saga 2.cbz': await comic({ pages: 2, size: { width: 210, height: 300 } }),
        'Prose/Novel.epub': ebook({ title: 'Novel', chapters: [{ title: 'One', paragraphs: ['It rained.'] }] }),
      })
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const at = (book: { id: string }, rest = '') => `/api/v1/books/${book.id}${rest}`
    const upload = async (path: string, bytes: Uint8Array, part?: string) => {
      const answer = await admin.fetch(path, form(bytes, part))
      return { status: answer.status, cover: (await answer.json()) as CoverDto & { message?: string } }
    }
    const coversOf = async (path: string) => (await admin.get<{ covers: CoverDto[] }>(`${path}/covers`)).covers
    const picture = async (path: string, accept = '*/*') => {
      const answer = await admin.fetch(path, { headers: { accept } })
      expect([path, answer.status]).toEqual([path, 200])
      const image = sharp(Buffer.from(await answer.arrayBuffer()))
      const { format, width, height, exif } = await image.metadata()
      const { dominant } = await image.stats()
      const colour = dominant.r > 200 ? 'red' : dominant.b > 200 ? 'blue' : dominant.g > 90 ? 'green' : 'other'
      return { format, width, height, colour, exif, type: answer.headers.get('content-type') }
    }
    const locks = (book: BookDto) => admin.get<{ coverLock: boolean }>(at(book, '/metadata/locks'))

    test('an upload is shown by book, list and series, is locked, and outlives scans', async () => {
      const book = await bookAt(admin, 'Saga 1.cbz')
      const red = await jpegImage({ width: 300, height: 450 }, '#ff0000')
      const { status, cover } = await upload(at(book, '/cover'), red)
      expect([status, cover.source, cover.isSelected, cover.width, cover.height]).toEqual([
        200,
        'custom',
        true,
        300,
        450,
      ])
      const shown = await bookAt(admin, 'Saga 1.cbz')
      expect(shown.coverVersion).not.toBe(book.coverVersion as string)
      expect(await picture(at(book, `/thumbnail?v=${shown.coverVersion}`))).toMatchObject({
        ...{ format: 'jpeg', width: 267, height: 400, colour: 'red' },
      })
      const series = await seriesNamed(admin, 'Saga')
      expect([shown.mainColor, series.mainColor]).toEqual([expect.stringMatching(/^#f.0.0.$/), shown.mainColor])
      expect(series.coverVersion).toBe(shown.coverVersion as string)
      expect((await locks(book)).coverLock).toBe(true)
      writeLibrary(folder.path, { 'Saga/Saga 1.cbz': await comic({ pages: 4, size: { width: 220, height: 300 } }) })
      await scan(admin, book.libraryId)
      const after = await bookAt(admin, 'Saga 1.cbz')
      expect([after.pageCount, after.coverVersion]).toEqual([4, shown.coverVersion])
      await admin.post('/api/v1/books/thumbnails/generate', { bookIds: [book.id], force: true })
      expect((await picture(at(book, '/thumbnail'))).colour).toBe('red')
    })

    test('the same picture again is refused; others are added by any of the three names', async () => {
      const book = await bookAt(admin, 'Saga 1.cbz')
      const red = await jpegImage({ width: 300, height: 450 }, '#ff0000')
      const again = await upload(at(book, '/cover'), red)
      expect([again.status, again.cover.message]).toEqual([400, 'This image is already among the covers'])
      const blue = await pngImage({ width: 100, height: 100 }, '#0000ff')
      expect((await upload(at(book, '/cover'), blue, 'cover')).status).toBe(200)
      const green = await jpegImage({ width: 90, height: 90 }, '#008000')
      expect((await upload(at(book, '/cover'), green, 'image')).status).toBe(200)
      const covers = await coversOf(at(book))
      expect(covers.map(({ source, isSelected }) => [source, isSelected])).toEqual([
        ['extracted', false],
        ['custom', false],
        ['custom', false],
        ['custom', true],
      ])
      for (const { path } of covers) expect((await picture(path)).format).toBe('jpeg')
    })

    test('each is selected, cropped, reset and deleted', async () => {
      const book = await bookAt(admin, 'Saga 1.cbz')
      const [, red] = await coversOf(at(book))
      const chosen = await admin.put<CoverDto>(at(book, `/covers/${red?.id}/select`))
      expect([chosen.id, chosen.isSelected]).toEqual([red?.id ?? '', true])
      expect((await picture(at(book, '/thumbnail'))).colour).toBe('red')
      const crop = { x: 0, y: 0, width: 1, height: 0.5 }
      const cropped = await admin.patch<CoverDto>(at(book, `/covers/${red?.id}`), { crop })
      expect([cropped.crop, cropped.isSelected]).toEqual([crop, true])
      expect(await picture(at(book, '/thumbnail'))).toMatchObject({ width: 300, height: 225, colour: 'red' })
      const bad = await admin.fetch(at(book, `/covers/${red?.id}`), {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ crop: { x: 0.5, y: 0, width: 0.9, height: 1 } }),
      })
      expect(bad.status).toBe(400)
      await admin.delete(at(book, '/covers/selected'))
      expect((await locks(book)).coverLock).toBe(false)
      expect(await picture(at(book, '/thumbnail'))).toMatchObject({ width: 220, height: 300 })
      const count = (await coversOf(at(book))).length
      await admin.put(at(book, `/covers/${red?.id}/select`))
      await admin.delete(at(book, `/covers/${red?.id}`))
      const left = await coversOf(at(book))
      expect([left.length, left[0]?.isSelected]).toEqual([count - 1, true])
      expect(await refusal(await admin.fetch(at(book, `/covers/${red?.id}/image`)))).toBe('404 NotFound')
      expect(await refusal(await admin.fetch(at(book, `/covers/${book.id}`), { method: 'DELETE' }))).toBe(
        '400 BadRequest',
      )
    })

    test('pages, titles and other books become covers, in several sizes as WebP or JPEG', async () => {
      const book = await bookAt(admin, 'Novel.epub')
      const drawn = await admin.post<CoverDto>(at(book, '/covers'), { generated: true })
      expect([drawn.source, drawn.width, drawn.height]).toEqual(['generated', 400, 600])
      const saga = await bookAt(admin, 'Saga 2.cbz')
      const page = await admin.post<CoverDto>(at(saga, '/covers'), { page: 2 })
      expect([page.source, page.width, page.height]).toEqual(['page:2', 210, 300])
      const version = (await bookAt(admin, 'Saga 2.cbz')).coverVersion
      const small = at(saga, `/thumbnail?width=150&v=${version}`)
      expect(await picture(small, 'image/webp,*/*')).toMatchObject({ format: 'webp', width: 200, type: 'image/webp' })
      expect(await picture(small)).toMatchObject({ format: 'jpeg', width: 200, type: 'image/jpeg' })
      expect(await picture(at(saga, '/thumbnail'), 'image/webp,*/*')).toMatchObject({ format: 'jpeg' })
      const prose = await seriesNamed(admin, 'Prose')
      const ofBook = await admin.post<CoverDto>(`/api/v1/series/${prose.id}/covers`, { bookId: saga.id })
      expect([ofBook.source, ofBook.isSelected]).toEqual([`book:${saga.id}`, true])
      expect((await picture(`/api/v1/series/${prose.id}/thumbnail`)).width).toBe(210)
      const source = (value: string) =>
        admin.fetch(`/api/v1/series/${prose.id}/cover/source`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ source: value }),
        })
      const chosen = async () => {
        const { hasCustomCover, selectedCoverSource } = await seriesNamed(admin, 'Prose')
        return [hasCustomCover, selectedCoverSource]
      }
      expect(await chosen()).toEqual([true, 'custom'])
      expect((await source('default')).status).toBe(200)
      expect(await chosen()).toEqual([false, 'first_book'])
      expect((await picture(`/api/v1/series/${prose.id}/thumbnail`)).width).toBe(267)
      expect((await source('custom')).status).toBe(200)
      expect((await picture(`/api/v1/series/${prose.id}/thumbnail`)).width).toBe(210)
      expect((await source('else')).status).toBe(400)
    })

    test('of a series the first cover is that of its first book, whichever is chosen', async () => {
      const { id } = await seriesNamed(admin, 'Saga')
      const first = await picture(`/api/v1/series/${id}/covers/${id}/image`)
      expect(first).toEqual(await picture(`/api/v1/series/${id}/thumbnail`))
      await admin.post<CoverDto>(`/api/v1/series/${id}/covers`, { generated: true })
      expect((await picture(`/api/v1/series/${id}/thumbnail`)).width).toBe(267)
      expect(await picture(`/api/v1/series/${id}/covers/${id}/image`)).toEqual(first)
      await admin.delete(`/api/v1/series/${id}/covers/selected`)
    })

    test('libraries have covers as well', async () => {
      const { libraryId } = await bookAt(admin, 'Novel.epub')
      const at = `/api/v1/libraries/${libraryId}`
      expect(await picture(`${at}/thumbnail`)).toMatchObject({ width: 400, height: 600 })
      const { status } = await upload(`${at}/cover`, await jpegImage({ width: 300, height: 450 }, '#ff0000'))
      expect(status).toBe(200)
      const { coverVersion } = await admin.get<LibraryDto>(at)
      expect(coverVersion).not.toBeNull()
      expect((await picture(`${at}/thumbnail?v=${coverVersion}`)).colour).toBe('red')
      await admin.delete(`${at}/covers/selected`)
      expect((await admin.get<LibraryDto>(at)).coverVersion).toBeNull()
    })

    test('a file that is no image, a bomb, truncated or a script is refused, and an address in the own network', async () => {
      const book = await bookAt(admin, 'Saga 1.cbz')
      const before = await coversOf(at(book))
      const whole = await jpegImage({ width: 800, height: 1200 }, '#123456')
      const bomb = Buffer.from(await pngImage({ width: 10, height: 10 }, '#000000'))
      bomb.writeUInt32BE(60_000, 16)
      bomb.writeUInt32BE(60_000, 20)
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>'
      const bad = {
        empty: new Uint8Array(),
        text: Buffer.from('GIF89a is what I say'),
        cut: whole.subarray(0, whole.length / 2),
        bomb,
        svg: Buffer.from(svg),
        html: Buffer.concat([Buffer.from('<html>'), whole]),
      }
      for (const [what, bytes] of Object.entries(bad)) {
        expect([what, (await upload(at(book, '/cover'), bytes)).status]).toEqual([what, 400])
      }
      const large = await admin.fetch(at(book, '/cover'), form(new Uint8Array(21 * 1024 ** 2)))
      expect(large.status).toBe(413)
      expect((await admin.fetch(at(book, '/cover'), { method: 'POST', body: 'x' })).status).toBe(415)
      const post = (url: string) =>
        admin.fetch(at(book, '/covers'), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url }),
        })
      const home = new URL(octavo.url ?? 'http://127.0.0.1:80')
      for (const url of [
        `${home.origin}/favicon.ico`,
        'http://169.254.169.254/',
        'file:///etc/passwd',
        'http://[::1]/',
        'http://0x7f.1/',
        'x',
      ]) {
        expect([url, await refusal(await post(url))]).toEqual([url, '400 BadRequest'])
      }
      expect(await coversOf(at(book))).toEqual(before)
    })

    test('a polyglot is re-encoded: nothing but its pixels is stored', async () => {
      const book = await bookAt(admin, 'Saga 1.cbz')
      const jpeg = await sharp(await jpegImage({ width: 64, height: 96 }, '#ff0000'))
        .withExif({ IFD0: { Copyright: '<script>secret</script>' } })
        .jpeg()
        .toBuffer()
      const { status, cover } = await upload(
        at(book, '/cover'),
        Buffer.concat([jpeg, Buffer.from('<script>tail</script>')]),
      )
      expect(status).toBe(200)
      for (const path of [cover.path, at(book, '/thumbnail')]) {
        const bytes = Buffer.from(await (await admin.fetch(path)).arrayBuffer())
        expect([path, bytes.includes('script')]).toEqual([path, false])
      }
    })

    test('pictures are stored as long as their covers are there; others are cleaned up', async () => {
      const place = join(octavo.dataDir, 'covers')
      const stored = () =>
        readdirSync(place, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length
      const paths = [
        ...(await allBooks(admin)).map(({ id }) => `/api/v1/books/${id}`),
        ...(await allBooks(admin)).map(({ seriesId }) => `/api/v1/series/${seriesId}`),
        `/api/v1/libraries/${(await bookAt(admin, 'Novel.epub')).libraryId}`,
      ]
      const added = await Promise.all([...new Set(paths)].map(async path => (await coversOf(path)).length - 1))
      const before = added.reduce((sum, count) => sum + count, 0)
      expect([before > 3, stored()]).toEqual([true, before])
      const left = join(place, 'ab', `${crypto.randomUUID()}-0ld.jpg`)
      mkdirSync(join(place, 'ab'), { recursive: true })
      writeFileSync(left, 'x')
      utimesSync(left, 1_600_000_000, 1_600_000_000)
      expect(await admin.delete<object>('/api/v1/admin/cleanup-orphans')).toMatchObject({ coversDeleted: 1 })
      expect(stored()).toBe(before)
    })

    test('added covers go with a book whose file has another name and place', async () => {
      const book = await bookAt(admin, 'Saga 2.cbz')
      const before = await coversOf(at(book))
      renameSync(join(folder.path, 'Saga/Saga 2.cbz'), join(folder.path, 'Prose/Other 2.cbz'))
      await scan(admin, book.libraryId)
      const after = await bookAt(admin, 'Other 2.cbz')
      expect([after.id, after.coverVersion]).toEqual([book.id, book.coverVersion])
      expect((await coversOf(at(after))).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    })
  })
}
