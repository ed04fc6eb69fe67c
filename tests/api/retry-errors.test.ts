// Retries of errors: one book, all of them, and only failed ones.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookErrorDto, BooksWithErrorsResponse, RetryErrorsResponse } from '@octavo/contract/book-error'
import type { TaskStats } from '@octavo/contract/task'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { jpegImage, pngImage } from '../kit/images'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { zip } from '../kit/zip'
import { bookAt, firstScans, JSON_HEADERS, refusal, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

/** A comic whose second page does not unpack, though it begins well; and the same without the damage. */
async function tornComic(): Promise<{ good: Buffer; torn: Buffer }> {
  const page = Buffer.concat([
    await jpegImage({ width: 60, height: 90 }),
    Buffer.from('what follows a picture '.repeat(9000)),
  ])
  const good = Buffer.from(
    zip([
      { name: 'p1.jpg', data: await jpegImage({ width: 60, height: 90 }, '#aa3311') },
      { name: 'p2.jpg', data: page, method: 'deflate' },
    ]),
  )
  const torn = Buffer.from(good)
  const directory = torn.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  torn.fill(0xff, directory - 60, directory)
  return { good, torn }
}

/** A comic whose only page ends after its header. */
async function blindComic(): Promise<{ good: Buffer; blind: Buffer }> {
  const page = Buffer.from(await pngImage({ width: 80, height: 120 }, '#118833'))
  const empty = Buffer.from(page)
  empty.fill(0, empty.indexOf('IDAT'), empty.indexOf('IEND') - 8)
  const book = (data: Buffer) => Buffer.from(zip([{ name: 'p1.png', data }]))
  return { good: book(page), blind: book(empty) }
}

/** Other bytes in the same file with the same time: as if a disk recovered. */
function mend(file: string, bytes: Buffer): void {
  const { atime, mtime, size } = statSync(file)
  if (size !== bytes.length) throw new Error(`${file} has ${size} bytes, not ${bytes.length}`)
  writeFileSync(file, bytes)
  utimesSync(file, atime, mtime)
}

for (const database of DATABASES) {
  describe(`trying again on ${database}`, () => {
    const folder = temporaryFolder('retry-errors')
    const at = (path: string) => join(folder.path, path)
    let octavo: Inhabited
    let admin: Client
    let reader: Client
    let maintainer: Client
    let torn: Awaited<ReturnType<typeof tornComic>>
    let blind: Awaited<ReturnType<typeof blindComic>>
    const errorsOf = (id: string) => reader.get<BookErrorDto[]>(`/api/v1/books/${id}/errors`)
    const list = () => admin.get<BooksWithErrorsResponse>('/api/v1/books/errors')
    const stats = () => admin.get<TaskStats>('/api/v1/tasks/stats')
    const idle = () => until(stats, ({ pending, processing }) => pending + processing === 0)
    const tasksOf = async (type: string) => (await idle()).byType[type]?.total ?? 0
    const post = (who: Client, path: string, body?: object) =>
      who.fetch(path, { method: 'POST', headers: JSON_HEADERS, ...(body && { body: JSON.stringify(body) }) })
    const retry = (who: Client, id: string, body?: object) => post(who, `/api/v1/books/${id}/retry`, body)
    const retryAll = (body?: object) => maintainer.post<RetryErrorsResponse>('/api/v1/books/retry-all-errors', body)

    beforeAll(async () => {
      torn = await tornComic()
      blind = await blindComic()
      writeLibrary(folder.path, {
        'Comics/Fine.cbz': await comic({ pages: 2 }),
        'Comics/Torn.cbz': torn.torn,
        'Covers/Blind.cbz': blind.blind,
        'Broken/One.cbz': 'no book',
        'Broken/Two.cbz': 'no book either',
        'Broken/Three.cbz': '',
      })
      copyFileSync(join(FIXTURES, 'pdf/Pages-tree-refs.pdf'), at('Comics/Tree.pdf'))
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      await firstScans(admin)
      reader = await octavo.addUser('rita')
      maintainer = await octavo.addUser('mona', 'maintainer')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('is for editors of books, and for books with errors', async () => {
      const fine = await bookAt(admin, 'Fine.cbz')
      const one = await bookAt(admin, 'One.cbz')
      expect(await refusal(await retry(reader, one.id))).toBe('403 Forbidden')
      expect(await refusal(await post(reader, '/api/v1/books/retry-all-errors'))).toBe('403 Forbidden')
      expect(await refusal(await retry(maintainer, crypto.randomUUID()))).toBe('404 NotFound')
      expect(await refusal(await retry(maintainer, 'no-uuid'))).toBe('400 BadRequest')
      expect(await refusal(await retry(maintainer, fine.id))).toBe('400 BadRequest')
      expect(await refusal(await retry(maintainer, one.id, { errorTypes: ['metadata'] }))).toBe('400 BadRequest')
      expect(await refusal(await retry(maintainer, one.id, { errorTypes: ['flood'] }))).toMatch(/^422 /)
      const elsewhere = { libraryId: crypto.randomUUID() }
      expect(await refusal(await post(maintainer, '/api/v1/books/retry-all-errors', elsewhere))).toBe('404 NotFound')
      expect(await tasksOf('analyze_book')).toBe(0)
    })

    test('a page that cannot be shown becomes an error of its book, once, and leaves when it can', async () => {
      const { id } = await bookAt(admin, 'Torn.cbz')
      expect(await errorsOf(id)).toEqual([])
      const page = () => reader.fetch(`/api/v1/books/${id}/pages/2`)
      const refused = await page()
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({
        error: 'UnprocessableEntity',
        details: { reason: 'part_damaged', problem: 'page-corrupt' },
      })
      const [error, ...others] = await errorsOf(id)
      expect(others).toEqual([])
      expect(error).toMatchObject({ errorType: 'page_extraction', ignored: false })
      expect(error?.details).toMatchObject({ reason: 'page-corrupt', page: 'p2.jpg', pageNumber: 2 })
      await Promise.all(Array.from({ length: 20 }, page))
      expect(await errorsOf(id)).toEqual(error ? [error] : [])

      await retry(maintainer, id)
      await idle()
      const [again] = await errorsOf(id)
      expect({ ...again, message: '', occurredAt: '' }).toMatchObject({
        errorType: 'page_extraction',
        details: { pageNumber: 2, reason: 'page-corrupt' },
      })
      mend(at('Comics/Torn.cbz'), torn.good)
      expect(await (await retry(maintainer, id)).json()).toMatchObject({ tasksEnqueued: 1 })
      await idle()
      expect(await errorsOf(id)).toEqual([])
      expect((await page()).status).toBe(200)
    })

    test('a page of a PDF that cannot be drawn is one of pdf_rendering', async () => {
      const { id } = await bookAt(admin, 'Tree.pdf')
      expect((await reader.fetch(`/api/v1/books/${id}/pages/2`)).status).toBe(422)
      const [error] = await errorsOf(id)
      expect(error).toMatchObject({ errorType: 'pdf_rendering', details: { pageNumber: 2 } })
    })

    test('a book whose only problem is its cover gets a cover and is not read again', async () => {
      const { id } = await bookAt(admin, 'Blind.cbz')
      expect((await errorsOf(id)).map(({ errorType }) => errorType)).toEqual(['thumbnail'])
      const before = await tasksOf('analyze_book')
      mend(at('Covers/Blind.cbz'), blind.good)
      await retry(maintainer, id, { errorTypes: ['thumbnail', 'parser'] })
      expect([await tasksOf('generate_thumbnail'), await tasksOf('analyze_book')]).toEqual([1, before])
      expect(await errorsOf(id)).toEqual([])
      expect((await bookAt(admin, 'Blind.cbz')).coverVersion).not.toBeNull()
      expect((await reader.fetch(`/api/v1/books/${id}/thumbnail`)).status).toBe(200)
      expect((await seriesNamed(admin, 'Covers')).coverVersion).not.toBeNull()
    })

    test('everything is one task that leaves ignored errors alone', async () => {
      const three = await bookAt(admin, 'Three.cbz')
      await maintainer.put(`/api/v1/books/${three.id}/errors/ignored`, { ignored: true })
      for (const name of ['One', 'Two', 'Three']) writeFileSync(at(`Broken/${name}.cbz`), await comic({ pages: 2 }))
      expect(await retryAll({ errorType: 'metadata' })).toMatchObject({ tasksEnqueued: 0 })
      const { totalBooksWithErrors } = await list()
      expect(await retryAll()).toMatchObject({ tasksEnqueued: totalBooksWithErrors, message: expect.any(String) })
      expect(await tasksOf('retry_book_errors')).toBe(1)
      for (const name of ['One', 'Two']) {
        expect(await bookAt(admin, `${name}.cbz`)).toMatchObject({ analyzed: true, analysisError: null, pageCount: 2 })
      }
      expect((await errorsOf(three.id)).map(({ ignored }) => ignored)).toEqual([true])
      expect(Object.keys((await list()).errorCounts)).toEqual(['pdf_rendering'])
    })

    test('an ignored error can be tried again by itself', async () => {
      const three = await bookAt(admin, 'Three.cbz')
      await retry(maintainer, three.id)
      await idle()
      expect(await errorsOf(three.id)).toEqual([])
      expect(readFileSync(at('Broken/Three.cbz')).length).toBe((await bookAt(admin, 'Three.cbz')).fileSize)
    })
  })
}
