// Work on existing books: reading and renumbering them, making covers, purging missing ones.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { SeriesDto } from '@octavo/contract/series'
import type { TaskResponse, TaskStats } from '@octavo/contract/task'
import { comic, ebook, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { allBooks, bookAt, confirmMissing, firstScans, JSON_HEADERS, refusal, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`work on books on ${database}`, () => {
    const folder = temporaryFolder('book-work')
    const at = (path: string) => join(folder.path, path)
    let octavo: Inhabited
    let admin: Client
    let reader: Client
    let maintainer: Client
    let library: LibraryDto
    let series: SeriesDto
    const stats = () => admin.get<TaskStats>('/api/v1/tasks/stats')
    const idle = () => until(stats, ({ pending, processing }) => pending + processing === 0)
    const tasksOf = async (type: string) => (await idle()).byType[type]?.total ?? 0
    const ask = (who: Client, path: string, body?: object) =>
      who.fetch(`/api/v1${path}`, {
        method: 'POST',
        headers: JSON_HEADERS,
        ...(body && { body: JSON.stringify(body) }),
      })
    const done = async (path: string, body?: object) => {
      const answer = await maintainer.post<{ taskId: string }>(`/api/v1${path}`, body)
      expect(Object.keys(answer)).toEqual(['taskId'])
      await idle()
    }
    /** Every stored cover with the time of its file. */
    const covers = () => {
      const root = join(octavo.dataDir, 'thumbnails')
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.jpg'))
      return new Map(files.map(file => [file.slice(file.lastIndexOf('/') + 1), statSync(join(root, file)).mtimeMs]))
    }
    const hasCover = ({ id, coverVersion }: BookDto) => covers().has(`${id}-${coverVersion}.jpg`)
    const loseCovers = () => rmSync(join(octavo.dataDir, 'thumbnails/books'), { recursive: true, force: true })

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Numbers/Alpha.cbz': await comic({ pages: 2 }),
        'Numbers/Beta.cbz': await comic({ pages: 2, size: { width: 61, height: 90 } }),
        'Numbers/Gamma.cbz': await comic({ pages: 2, size: { width: 62, height: 90 } }),
        'Words/Novel.epub': ebook({ title: 'Novel', chapters: [{ title: 'One', paragraphs: ['It rained.'] }] }),
        'Bad/Broken.cbz': 'no book',
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      library = (await firstScans(admin))[0] as LibraryDto
      series = await seriesNamed(admin, 'Numbers')
      reader = await octavo.addUser('rita')
      maintainer = await octavo.addUser('mona', 'maintainer')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('is for maintainers, and only for existing books', async () => {
      const book = await bookAt(admin, 'Alpha.cbz')
      const places = { books: book.id, series: series.id, libraries: library.id }
      const paths = [
        '/books/{}/analyze',
        '/books/{}/analyze-unanalyzed',
        '/books/{}/thumbnail/generate',
        '/series/{}/analyze',
        '/series/{}/analyze-unanalyzed',
        '/series/{}/renumber',
        '/series/{}/thumbnail/generate',
        '/libraries/{}/analyze',
        '/libraries/{}/analyze-unanalyzed',
        '/libraries/{}/books/thumbnails/generate',
        '/libraries/{}/series/thumbnails/generate',
      ]
      for (const path of paths) {
        const noun = path.split('/')[1] as keyof typeof places
        const to = (id: string) => path.replace('{}', id)
        expect([path, await refusal(await ask(reader, to(places[noun])))]).toEqual([path, '403 Forbidden'])
        expect([path, await refusal(await ask(maintainer, to(crypto.randomUUID())))]).toEqual([path, '404 NotFound'])
        const odd = await ask(maintainer, to('no-uuid'))
        expect([path, odd.status, await odd.text()]).toEqual([path, 400, expect.stringContaining('path ')])
      }
      for (const path of ['/books/thumbnails/generate', '/series/thumbnails/generate']) {
        expect(await refusal(await ask(reader, path))).toBe('403 Forbidden')
        expect(await refusal(await ask(maintainer, path, { libraryId: crypto.randomUUID() }))).toBe('404 NotFound')
        expect(await refusal(await ask(maintainer, path, { seriesIds: ['x'] }))).toMatch(/^422 /)
      }
      for (const [noun, id] of Object.entries(places).filter(([noun]) => noun !== 'books')) {
        const purge = (who: Client, id: string) =>
          who.fetch(`/api/v1/${noun}/${id}/purge-deleted`, { method: 'DELETE' })
        expect(await refusal(await purge(reader, id))).toBe('403 Forbidden')
        expect(await refusal(await purge(maintainer, crypto.randomUUID()))).toBe('404 NotFound')
      }
      expect(await refusal(await ask(maintainer, `/books/${book.id}/analyze-unanalyzed`))).toBe('400 BadRequest')
      expect((await idle()).total).toBe(1)
    })

    test('a book, a series and a library are read again, each by one task', async () => {
      writeFileSync(at('Numbers/Alpha.cbz'), await comic({ pages: 5 }))
      const { id } = await bookAt(admin, 'Alpha.cbz')
      await done(`/books/${id}/analyze`)
      expect((await bookAt(admin, 'Alpha.cbz')).pageCount).toBe(5)
      writeFileSync(at('Numbers/Beta.cbz'), await comic({ pages: 6 }))
      await done(`/series/${series.id}/analyze`)
      expect((await bookAt(admin, 'Beta.cbz')).pageCount).toBe(6)
      writeFileSync(at('Numbers/Gamma.cbz'), await comic({ pages: 7 }))
      await done(`/libraries/${library.id}/analyze`)
      expect((await bookAt(admin, 'Gamma.cbz')).pageCount).toBe(7)
      expect([
        await tasksOf('analyze_book'),
        await tasksOf('analyze_series'),
        await tasksOf('analyze_library'),
      ]).toEqual([1, 1, 1])
      for (const book of (await allBooks(admin)).filter(book => book.coverVersion)) expect(hasCover(book)).toBe(true)
      const { data } = await maintainer.get<Paginated<TaskResponse>>('/api/v1/tasks/list?taskType=analyze_library')
      expect(data).toMatchObject([{ status: 'completed', requestedBy: 'mona', libraryId: library.id }])
    })

    test('only unanalyzed books are analyzed on request', async () => {
      const untouched = await bookAt(admin, 'Alpha.cbz')
      for (const path of [`/libraries/${library.id}/analyze-unanalyzed`, `/series/${series.id}/analyze-unanalyzed`]) {
        await done(path)
        expect(await bookAt(admin, 'Alpha.cbz')).toEqual(untouched)
      }
      writeFileSync(at('Bad/Broken.cbz'), await comic({ pages: 4 }))
      const broken = await bookAt(admin, 'Broken.cbz')
      await done(`/books/${broken.id}/analyze-unanalyzed`)
      expect(await bookAt(admin, 'Broken.cbz')).toMatchObject({ analyzed: true, analysisError: null, pageCount: 4 })
    })

    test('books are numbered in the order of their files', async () => {
      const numbers = async () =>
        Object.fromEntries(
          (await allBooks(admin, `&seriesId=${series.id}`)).map(({ title, number }) => [title, number]),
        )
      const right = { Alpha: 1, Beta: 2, Gamma: 3 }
      expect(await numbers()).toEqual(right)
      await done(`/series/${series.id}/renumber`)
      expect([await numbers(), await tasksOf('renumber_series')]).toEqual([right, 1])
    })

    test('covers that are missing are made, and with force all of them', async () => {
      const scopes: readonly (readonly [string, object?])[] = [
        ['/books/thumbnails/generate'],
        ['/books/thumbnails/generate', { libraryId: library.id }],
        [`/libraries/${library.id}/books/thumbnails/generate`],
      ]
      for (const [path, body] of scopes) {
        loseCovers()
        await done(path, body)
        const books = await allBooks(admin)
        expect(books.filter(book => book.coverVersion !== null && !hasCover(book))).toEqual([])
        expect(books.find(book => book.path.endsWith('Novel.epub'))?.coverVersion).toBeNull()
      }
      const before = covers()
      await done('/books/thumbnails/generate')
      expect(covers()).toEqual(before)
      await done('/books/thumbnails/generate', { force: true })
      expect([...covers().keys()].sort()).toEqual([...before.keys()].sort())
      expect([...covers()].every(([name, time]) => time > (before.get(name) ?? 0))).toBe(true)
      expect(await tasksOf('generate_thumbnails')).toBe(scopes.length + 2)
    })

    test('covers are made of the books and series that were named, and of no others', async () => {
      const alpha = await bookAt(admin, 'Alpha.cbz')
      const beta = await bookAt(admin, 'Beta.cbz')
      loseCovers()
      await done('/books/thumbnails/generate', { bookIds: [beta.id, crypto.randomUUID()], libraryId: library.id })
      expect([hasCover(alpha), hasCover(beta)]).toEqual([false, true])
      await done(`/books/${alpha.id}/thumbnail/generate`, { force: false })
      expect(hasCover(alpha)).toBe(true)
      for (const [path, body] of [
        [`/series/${series.id}/thumbnail/generate`, {}],
        ['/series/thumbnails/generate', { seriesIds: [series.id] }],
        [`/libraries/${library.id}/series/thumbnails/generate`, {}],
      ] as const) {
        loseCovers()
        await done(path, body)
        expect([path, hasCover(alpha), hasCover(beta)]).toEqual([path, true, false])
      }
    })

    test('a file that is not the one that was scanned keeps its cover until it is scanned', async () => {
      const before = await bookAt(admin, 'Gamma.cbz')
      writeFileSync(at('Numbers/Gamma.cbz'), await comic({ pages: 1, size: { width: 90, height: 60 } }))
      utimesSync(at('Numbers/Gamma.cbz'), 1_700_000_000, 1_700_000_000)
      await done(`/books/${before.id}/thumbnail/generate`, { force: true })
      expect(await bookAt(admin, 'Gamma.cbz')).toEqual(before)
      await scan(admin, library.id)
      expect((await bookAt(admin, 'Gamma.cbz')).coverVersion).not.toBe(before.coverVersion)
    })

    test('missing books come back with everyone’s progress, until they are purged', async () => {
      const gamma = await bookAt(admin, 'Gamma.cbz')
      const broken = await bookAt(admin, 'Broken.cbz')
      for (const { id } of [gamma, broken]) await reader.put(`/api/v1/books/${id}/progress`, { currentPage: 1 })
      const purge = async (path: string) => {
        const answer = await maintainer.fetch(`/api/v1${path}/purge-deleted`, { method: 'DELETE' })
        return [answer.status, answer.headers.get('content-type')?.split(';')[0], await answer.text()]
      }
      renameSync(at('Bad'), at('.Bad'))
      await scan(admin, library.id)
      renameSync(at('.Bad'), at('Bad'))
      await scan(admin, library.id)
      expect(
        (await reader.get<BookDto[]>(`/api/v1/series/${broken.seriesId}/books`))[0]?.readProgress?.currentPage,
      ).toBe(1)

      rmSync(at('Bad'), { recursive: true })
      rmSync(at('Numbers/Gamma.cbz'))
      await scan(admin, library.id)
      await confirmMissing(admin, library.id)
      expect(await purge(`/series/${series.id}`)).toEqual([200, 'text/plain', '1'])
      expect(await refusal(await reader.fetch(`/api/v1/books/${gamma.id}`))).toBe('404 NotFound')
      expect((await reader.fetch(`/api/v1/books/${broken.id}`)).status).toBe(200)
      expect(await purge(`/libraries/${library.id}`)).toEqual([200, 'text/plain', '1'])
      expect(await refusal(await reader.fetch(`/api/v1/books/${broken.id}`))).toBe('404 NotFound')
      expect(await refusal(await reader.fetch(`/api/v1/series/${broken.seriesId}`))).toBe('404 NotFound')
      expect([hasCover(gamma), hasCover(broken)]).toEqual([false, false])
      expect(await purge(`/libraries/${library.id}`)).toEqual([200, 'text/plain', '0'])
      const { bookCount } = await admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
      expect([bookCount, (await allBooks(admin)).length]).toEqual([3, 3])
    })

    test('a library that wants it is purged after each scan', async () => {
      const beta = await bookAt(admin, 'Beta.cbz')
      const scanningConfig = { enabled: false, scanMode: 'normal', purgeDeletedOnScan: true }
      await maintainer.patch(`/api/v1/libraries/${library.id}`, { scanningConfig })
      rmSync(at('Numbers/Beta.cbz'))
      await scan(admin, library.id, 'deep')
      await idle()
      expect(await tasksOf('purge_deleted')).toBe(1)
      expect(await refusal(await reader.fetch(`/api/v1/books/${beta.id}`))).toBe('404 NotFound')
    })
  })
}
