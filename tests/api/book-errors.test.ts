// Books with errors: grouped by type and reason, ignored, retried.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookErrorDto, BooksWithErrorsResponse } from '@octavo/contract/book-error'
import { BOOK_ERROR_TYPES, type BookErrorType } from '@octavo/contract/formats'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage, pageColour } from '../kit/images'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { zip } from '../kit/zip'
import { bookAt, firstScans, JSON_HEADERS, refusal, scan, seriesNamed } from './catalogue'
import { EXPECTED } from './fixture-library'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

/** Real files with errors, and the type that the contract has for what other tools found (expected.json). */
const TYPE_OF: Readonly<Record<string, BookErrorType>> = {
  encrypted: 'parser',
  corrupt: 'parser',
  'no-pages': 'zero_pages',
  'page-corrupt': 'page_extraction',
}
const BROKEN = [
  'cbr/komga-rar4-encrypted.cbr',
  'hostile/encrypted-user.pdf',
  'hostile/truncated-half.cbz',
  'cbz/comicbox-empty.cbz',
  'hostile/no-images.cbz',
  'hostile/zero-pages.pdf',
  'hostile/png-header-only.cbz',
  'hostile/bomb-lying-size.cbz',
]
const name = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const files = BROKEN.map(path => ({
  file: name(path),
  error: EXPECTED[path]?.error ?? '',
}))
const filesOf = (type: BookErrorType) => files.filter(({ error }) => TYPE_OF[error] === type).map(({ file }) => file)

for (const database of DATABASES) {
  describe(`books with errors on ${database}`, () => {
    const folder = temporaryFolder('book-errors')
    const other = temporaryFolder('other-errors')
    const broken = (file: string) => join(folder.path, 'Broken', file)
    let octavo: Inhabited
    let admin: Client
    let reader: Client
    let maintainer: Client
    const list = (query = '', who = admin) => who.get<BooksWithErrorsResponse>(`/api/v1/books/errors${query}`)
    const namesIn = ({ groups }: BooksWithErrorsResponse, type: string) =>
      (groups.find(({ errorType }) => errorType === type)?.books ?? []).map(({ book }) => name(book.path))
    const ignore = (who: Client, bookId: string, body: object) =>
      who.fetch(`/api/v1/books/${bookId}/errors/ignored`, {
        method: 'PUT',
        headers: JSON_HEADERS,
        body: JSON.stringify(body),
      })

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Fine/Good.cbz': await comic({ pages: 2 }),
        'Broken/text.cbz': 'only words',
        'Broken/bad-info.cbz': zip([
          { name: 'p1.jpg', data: await jpegImage({ width: 60, height: 90 }, pageColour(0)) },
          { name: 'ComicInfo.xml', data: '<ComicInfo><Title>no end' },
        ]),
      })
      const picture = await jpegImage({ width: 60, height: 90 }, pageColour(0))
      writeLibrary(folder.path, {
        'Broken/unreadable-pages.cbz': zip([
          { name: '001.jpg', data: picture },
          { name: '003.jpg', data: picture },
          { name: '005.jpg', data: 'no image' },
          { name: '007.jpg', data: 'no image' },
        ]),
      })
      for (const path of BROKEN) copyFileSync(join(FIXTURES, path), broken(name(path)))
      writeLibrary(other.path, { 'Elsewhere/empty.cbz': '' })
      octavo = await startInhabited({ database, libraries: [folder.path, other.path] })
      admin = octavo.admin
      await firstScans(admin, 2)
      reader = await octavo.addUser('rita')
      maintainer = await octavo.addUser('mona', 'maintainer')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
      other.remove()
    })

    test('are grouped by type, each with reason, time and what to do', async () => {
      const found = await list()
      expect(namesIn(found, 'zero_pages').sort()).toEqual(filesOf('zero_pages').sort())
      const damaged = [...filesOf('page_extraction'), 'unreadable-pages.cbz']
      expect(namesIn(found, 'page_extraction').sort()).toEqual(damaged.sort())
      expect(namesIn(found, 'parser').sort()).toEqual([...filesOf('parser'), 'empty.cbz'].sort())
      expect(namesIn(found, 'format_detection')).toEqual(['text.cbz'])
      expect(namesIn(found, 'metadata')).toEqual(['bad-info.cbz'])
      const order = found.groups.map(({ errorType }) => BOOK_ERROR_TYPES.indexOf(errorType))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      for (const { errorType, label, count, books } of found.groups) {
        expect(label.length).toBeGreaterThan(3)
        expect([count, found.errorCounts[errorType]]).toEqual([books.length, books.length])
        for (const { errors } of books) {
          const [error] = errors.filter(each => each.errorType === errorType)
          expect([error?.message.endsWith('.'), error?.details.hint.endsWith('.'), error?.ignored]).toEqual([
            true,
            true,
            false,
          ])
          expect(Date.now() - Date.parse(error?.occurredAt ?? '')).toBeLessThan(3_600_000)
        }
      }
      const books = new Set(found.groups.flatMap(group => group.books.map(({ book }) => book.id)))
      expect(found).toMatchObject({ totalBooksWithErrors: books.size, page: 1, pageSize: 50, totalPages: 1 })
    })

    test('have a machine-readable reason', async () => {
      const { groups } = await list('?errorType=parser')
      expect(groups.map(({ errorType }) => errorType)).toEqual(['parser'])
      const reasons = Object.fromEntries(
        (groups[0]?.books ?? []).map(({ book, errors }) => [name(book.path), errors[0]?.details.reason]),
      )
      for (const { file, error } of files.filter(({ error }) => TYPE_OF[error] === 'parser')) {
        expect([file, reasons[file]]).toEqual([file, error as never])
      }
    })

    test('of pages have the number of the page in the book', async () => {
      const [group] = (await list('?errorType=page_extraction')).groups
      const own = group?.books.find(({ book }) => name(book.path) === 'unreadable-pages.cbz')
      expect(own?.errors[0]?.details).toMatchObject({ page: '005.jpg', pageNumber: 3, pages: 2 })
    })

    test('are the same for readers, with their own progress and relative paths', async () => {
      const book = await bookAt(admin, 'bad-info.cbz')
      await reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: 1 })
      const [group] = (await list('?errorType=metadata', reader)).groups
      expect(group?.books[0]?.book.readProgress?.currentPage).toBe(1)
      const [own] = (await list('?errorType=metadata', admin)).groups
      expect(own?.books[0]?.book.readProgress).toBeUndefined()
      const shown = group?.books[0]?.book
      expect(own?.books[0]?.book as object).toEqual({
        ...shown,
        path: join(folder.path, shown?.path ?? ''),
        readProgress: undefined,
      })
    })

    test('are filtered by library and series', async () => {
      const elsewhere = await seriesNamed(admin, 'Elsewhere')
      for (const query of [`?seriesId=${elsewhere.id}`, `?libraryId=${elsewhere.libraryId}`]) {
        const found = await list(query)
        expect([found.totalBooksWithErrors, found.errorCounts]).toEqual([1, { parser: 1 }])
        expect(namesIn(found, 'parser')).toEqual(['empty.cbz'])
      }
      const fine = await seriesNamed(admin, 'Fine')
      const none = { totalBooksWithErrors: 0, errorCounts: {}, groups: [], totalPages: 1 }
      expect(await list(`?seriesId=${fine.id}`)).toMatchObject(none)
      expect(await list(`?libraryId=${crypto.randomUUID()}`)).toMatchObject(none)
    })

    test('are paginated within each group', async () => {
      const all = await list()
      const largest = Math.max(...Object.values(all.errorCounts))
      const pages: BooksWithErrorsResponse[] = []
      for (let page = 1; page <= largest; page++) pages.push(await list(`?page=${page}&pageSize=1`))
      for (const page of pages) {
        expect(page).toMatchObject({ totalPages: largest, errorCounts: all.errorCounts })
        expect(page.groups.every(group => group.books.length <= 1)).toBe(true)
      }
      for (const { errorType } of all.groups) {
        expect(pages.flatMap(page => namesIn(page, errorType))).toEqual(namesIn(all, errorType))
      }
      expect((await list(`?page=${largest + 1}&pageSize=1`)).groups.flatMap(group => group.books)).toEqual([])
    })

    test('answer 400 to an invalid parameter, naming it, and limit the page size to 100', async () => {
      for (const [query, part] of [
        ['libraryId=no-uuid', 'libraryId'],
        ['seriesId=%27%20or%201=1', 'seriesId'],
        ['errorType=flood', 'errorType'],
        ['page=-1', 'page'],
        ['page=1e9', 'page'],
        ['pageSize=many', 'pageSize'],
        ['ignored=perhaps', 'ignored'],
      ]) {
        const answer = await admin.fetch(`/api/v1/books/errors?${query}`)
        expect([query, answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
          query,
          400,
          expect.stringContaining(`query ${part}`),
        ])
      }
      expect((await list('?page=9007199254740991&pageSize=500')).pageSize).toBe(100)
    })

    test('that are ignored disappear from list and counts, but not from the page of the book', async () => {
      const book = await bookAt(admin, 'bad-info.cbz')
      const before = await list()
      expect(await refusal(await ignore(reader, book.id, { ignored: true }))).toBe('403 Forbidden')
      expect(await refusal(await ignore(maintainer, crypto.randomUUID(), { ignored: true }))).toBe('404 NotFound')
      expect(await refusal(await ignore(maintainer, book.id, { ignored: 'yes' }))).toMatch(/^422 /)
      expect((await ignore(maintainer, book.id, { ignored: true, errorType: 'parser' })).status).toBe(204)
      expect(await list()).toEqual(before)
      expect((await ignore(maintainer, book.id, { ignored: true, errorType: 'metadata' })).status).toBe(204)
      const after = await list()
      expect([after.errorCounts.metadata, after.totalBooksWithErrors]).toEqual([
        undefined,
        before.totalBooksWithErrors - 1,
      ])
      expect(namesIn(await list('?ignored=true'), 'metadata')).toEqual(['bad-info.cbz'])
      const own = () => reader.get<BookErrorDto[]>(`/api/v1/books/${book.id}/errors`)
      expect((await own()).map(({ errorType, ignored }) => [errorType, ignored])).toEqual([['metadata', true]])

      await scan(admin, book.libraryId, 'deep')
      expect((await own()).map(({ ignored }) => ignored)).toEqual([true])
      expect((await list()).errorCounts.metadata).toBeUndefined()
      expect((await ignore(maintainer, book.id, { ignored: false })).status).toBe(204)
      expect((await list()).errorCounts).toEqual(before.errorCounts)
    })

    test('reappear when the reason changes', async () => {
      const book = await bookAt(admin, 'truncated-half.cbz')
      await ignore(maintainer, book.id, { ignored: true })
      expect(namesIn(await list(), 'parser')).not.toContain('truncated-half.cbz')
      copyFileSync(join(FIXTURES, 'cbr/komga-rar4-encrypted.cbr'), broken('truncated-half.cbz'))
      await scan(admin, book.libraryId)
      expect(namesIn(await list(), 'parser')).toContain('truncated-half.cbz')
    })

    test('disappear when the file is repaired or deleted', async () => {
      const book = await bookAt(admin, 'text.cbz')
      writeFileSync(broken('text.cbz'), await comic({ pages: 3 }))
      rmSync(broken('no-images.cbz'))
      await scan(admin, book.libraryId)
      const found = await list()
      expect(namesIn(found, 'format_detection')).toEqual([])
      expect(namesIn(found, 'zero_pages')).not.toContain('no-images.cbz')
      expect(await bookAt(admin, 'text.cbz')).toMatchObject({ analyzed: true, analysisError: null, pageCount: 3 })
      expect(await admin.get<unknown[]>(`/api/v1/books/${book.id}/errors`)).toEqual([])
    })
  })
}
