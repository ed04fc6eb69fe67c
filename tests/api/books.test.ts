// Every book of the fixtures, as the contract has it and as other tools measured it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { AdjacentBooksResponse, BookDetailResponse, BookDto } from '@octavo/contract/book'
import { PageDto } from '@octavo/contract/page'
import type { Client } from '../kit/client'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, type BookPage, refusal, seriesNamed } from './catalogue'
import { below, EXPECTED, makeFixtureLibrary } from './fixture-library'
import { DATABASES } from './people'

setDefaultTimeout(150_000)

/** BookDto of interface.md: the members that always have a value, and those that may be null. */
const REQUIRED =
  'analyzed createdAt deleted fileFormat fileHash fileSize id libraryId libraryName pageCount path seriesId seriesName title updatedAt'
const NULLABLE =
  'analysisError chapter fileProblem number readerSyncHash readingDirection summary titleSort volume wantToRead'
/** Our own additions. */
const OWN = 'thumbHash mainColor coverVersion'
const PROGRESS = 'bookId completed completedAt currentPage id progressPercentage startedAt updatedAt userId'

/** KOReader's partial MD5: 1 KiB at 0, 1 Ki, 4 Ki, … up to 1 Gi. */
function partialMd5(bytes: Buffer): string {
  const hash = createHash('md5')
  for (let step = -1; step <= 10; step++) {
    const at = step < 0 ? 0 : 1024 * 4 ** step
    if (at >= bytes.length) break
    hash.update(bytes.subarray(at, at + 1024))
  }
  return hash.digest('hex')
}

for (const database of DATABASES) {
  describe(`the books of the fixtures on ${database}`, () => {
    let octavo: Octavo
    let admin: Client
    let books: readonly BookDto[]

    beforeAll(async () => {
      octavo = await startOctavo({ database })
      admin = await octavo.signInAsAdmin()
      await makeFixtureLibrary(admin)
      books = await allBooks(admin)
    })
    afterAll(() => octavo?.stop())

    test('are all there, each analysed', () => {
      expect(books.length).toBeGreaterThan(200)
      const known = Object.keys(EXPECTED).filter(path => /\.(cbz|cbr|epub|pdf)$/.test(path))
      const paths = new Set(books.map(book => below(book.path)))
      expect(known.filter(path => !paths.has(path))).toEqual([
        'hostile/content-200mb.pdf',
        'hostile/image-50000x50000.pdf',
      ])
      expect(books.filter(book => !book.analyzed && book.analysisError === null)).toEqual([])
    })

    test('have exactly the members of the interface', async () => {
      const [first] = books
      await admin.put(`/api/v1/books/${first?.id}/progress`, { currentPage: 1 })
      const { data } = await admin.get<BookPage>('/api/v1/books?pageSize=500')
      for (const book of data) {
        BookDto.parse(book)
        const { readProgress, ...rest } = book
        const drawn = book.coverVersion ? '' : ' drawnCover'
        const wanted = `${REQUIRED} ${NULLABLE} ${OWN}${drawn}`.split(' ')
        expect(Object.keys(rest).sort()).toEqual(wanted.sort())
        for (const name of REQUIRED.split(' ')) expect(rest[name as keyof typeof rest]).not.toBeNull()
        if (book.id === first?.id) expect(Object.keys(readProgress ?? {}).sort()).toEqual(PROGRESS.split(' '))
        else expect(readProgress).toBeUndefined()
      }
      await admin.delete(`/api/v1/books/${first?.id}/progress`)
    })

    test('have the size, the hashes and the pages of their files', () => {
      // Folders of images have a test of their own.
      for (const book of books.filter(({ path }) => statSync(path).isFile())) {
        const facts = EXPECTED[below(book.path)]
        const bytes = readFileSync(book.path)
        expect(book.fileSize).toBe(bytes.length)
        expect(book.fileHash).toMatch(bytes.length === 0 ? /^[0-9a-f]*$/ : /^[0-9a-f]{64}$/)
        expect(book.readerSyncHash).toBe(partialMd5(bytes))
        if (facts?.error !== null || facts.or || facts.pages === undefined) continue
        expect([below(book.path), book.pageCount, book.analysisError]).toEqual([below(book.path), facts.pages, null])
      }
    })

    test('that cannot be opened say so in words, and only those', () => {
      const wrong: string[] = []
      for (const { path, analysisError } of books) {
        const facts = EXPECTED[below(path)]
        const endings = [facts?.error, ...(facts?.or ?? [])]
        if (analysisError === null && !endings.includes(null)) wrong.push(`${below(path)} opens`)
        if (typeof analysisError === 'string' && !/^[A-Z].*\.$/s.test(analysisError))
          wrong.push(`${below(path)}: ${analysisError}`)
      }
      expect(wrong).toEqual([])
    })

    test('that need a password or a key are marked, and only those', () => {
      const marked = books.filter(book => book.fileProblem === 'encrypted').map(book => below(book.path))
      const locked = Object.keys(EXPECTED).filter(path => EXPECTED[path]?.error === 'encrypted')
      const intact = books.filter(book => book.analysisError === null && book.fileProblem !== null)
      expect([marked.sort(), intact]).toEqual([locked.filter(path => !/one-page/.test(path)).sort(), []])
    })

    test('one by one, with their metadata, are the same', async () => {
      for (const book of books.filter((_, index) => index % 10 === 0)) {
        const detail = BookDetailResponse.parse(await admin.get(`/api/v1/books/${book.id}`))
        expect(detail.book).toEqual(book)
        expect(detail.metadata?.bookId ?? book.id).toBe(book.id)
        const upper = await admin.get<BookDetailResponse>(`/api/v1/books/${book.id.toUpperCase()}`)
        expect(upper.book.id).toBe(book.id)
      }
      const { id } = books.find(book => book.path.endsWith('Captain Science #001-cix.cbz')) as BookDto
      const { metadata } = await admin.get<BookDetailResponse>(`/api/v1/books/${id}`)
      expect(metadata).toMatchObject({ bookId: id, title: 'The Beginning; The End', series: 'Captain Science' })
    })

    test('know their neighbours in the series', async () => {
      const { id } = await seriesNamed(admin, 'cbr')
      const ordered = await admin.get<BookDto[]>(`/api/v1/series/${id}/books`)
      expect(ordered).toHaveLength(books.filter(book => book.seriesId === id).length)
      for (const [index, book] of ordered.entries()) {
        const around = AdjacentBooksResponse.parse(await admin.get(`/api/v1/books/${book.id}/adjacent`))
        expect([around.prev?.id, around.next?.id]).toEqual([ordered[index - 1]?.id, ordered[index + 1]?.id])
      }
    })

    test('have a list of pages as long as their count says', async () => {
      for (const book of books) {
        const answer = await admin.fetch(`/api/v1/books/${book.id}/pages`)
        const pages = PageDto.array().parse(await answer.json())
        const names = EXPECTED[below(book.path)]?.page_names
        if (book.fileFormat !== 'epub')
          expect([below(book.path), pages.length]).toEqual([below(book.path), book.pageCount])
        expect(pages.every((page, index) => page.pageNumber === index + 1 && page.bookId === book.id)).toBe(true)
        if (names && book.analysisError === null) expect(pages.map(page => page.fileName)).toEqual([...names])
        const again = await admin.fetch(`/api/v1/books/${book.id}/pages`, {
          headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
        })
        expect(again.status).toBe(304)
      }
    })

    test('that do not exist are a 404 everywhere, and an invalid id is a 400', async () => {
      const places = ['', '/adjacent', '/pages', '/pages/1', '/thumbnail', '/file', '/progress']
      for (const place of places) {
        const nobody = await admin.fetch(`/api/v1/books/${crypto.randomUUID()}${place}`)
        expect(await refusal(nobody)).toBe('404 NotFound')
        for (const wrong of ['x', '1', '%00', `${books[0]?.id}x`, "'--"]) {
          expect(await refusal(await admin.fetch(`/api/v1/books/${wrong}${place}`))).toBe('400 BadRequest')
        }
      }
    })
  })
}
