// Libraries: created from suitable folders, changed, and deleted without touching a file.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LibraryDto } from '@octavo/contract/library'
import type { ScanStatusDto } from '@octavo/contract/scan'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, JSON_HEADERS, type LibraryPage, makeLibrary, refusal, type SeriesPage, scan } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`libraries on ${database}`, () => {
    const folder = temporaryFolder('libraries')
    const inFolder = (path: string) => join(folder.path, path)
    let octavo: Octavo
    let admin: Client
    const create = (body: object) =>
      admin.fetch('/api/v1/libraries', { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) })
    const messageOf = async (answer: Response) => ((await answer.json()) as { message: string }).message
    const change = (id: string, body: object) =>
      admin.fetch(`/api/v1/libraries/${id}`, { method: 'PATCH', headers: JSON_HEADERS, body: JSON.stringify(body) })

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Comics/Tide/Tide 01.cbz': await comic({ pages: 2, size: { width: 61, height: 90 } }),
        'Comics/Tide/Tide 02.cbz': await comic({ pages: 2, size: { width: 62, height: 90 } }),
        'Manga/Rain/Rain 01.cbz': await comic({ pages: 2, size: { width: 63, height: 90 } }),
        'note.txt': 'not a folder',
      })
      mkdirSync(inFolder('Empty'))
      octavo = await startOctavo({ database })
      admin = await octavo.signInAsAdmin()
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('are none, and then one with the defaults', async () => {
      expect((await admin.get<LibraryPage>('/api/v1/libraries')).total).toBe(0)
      const answer = await create({ name: '  Comics ', path: inFolder('Comics') })
      expect(answer.status).toBe(201)
      const library = LibraryDto.parse(await answer.json())
      expect(library).toMatchObject({
        name: 'Comics',
        path: inFolder('Comics'),
        isActive: true,
        seriesStrategy: 'series_volume',
        defaultReadingDirection: 'ltr',
        bookCount: 0,
        lastScannedAt: null,
      })
      // Without scanImmediately nothing is scanned.
      expect((await admin.fetch(`/api/v1/libraries/${library.id}/scan-status`)).status).toBe(404)
      const report = await scan(admin, library.id)
      expect(report).toMatchObject({ status: 'completed', filesTotal: 2, filesProcessed: 2, booksFound: 2, errors: [] })
      const scanned = await admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
      expect([scanned.bookCount, scanned.seriesCount]).toEqual([2, 1])
      expect(scanned.lastScannedAt).not.toBeNull()
    })

    test('cannot be made of a folder that is missing or in use', async () => {
      symlinkSync(inFolder('loop'), inFolder('loop'))
      symlinkSync(inFolder('Comics'), inFolder('Linked'))
      const wrong: [string, string, string][] = [
        [inFolder('Nowhere'), '400 BadRequest', 'does not exist'],
        [inFolder('note.txt'), '400 BadRequest', 'is not a folder'],
        [inFolder('note.txt/below'), '400 BadRequest', 'is not a folder'],
        [inFolder('loop'), '400 BadRequest', 'cannot be opened'],
        [`/${'x'.repeat(300)}`, '400 BadRequest', 'cannot be opened'],
        ['Comics', '400 BadRequest', 'absolute path'],
        // The data folder is somewhere below.
        ['/', '403 Forbidden', 'cannot be used for a library'],
        [inFolder('Comics'), '409 Conflict', 'already has this folder'],
        [inFolder('Comics/'), '409 Conflict', 'already has this folder'],
        [inFolder('Comics/../Comics'), '409 Conflict', 'already has this folder'],
        [inFolder('Linked'), '409 Conflict', 'already has this folder'],
        [inFolder('Comics/Tide'), '409 Conflict', 'is inside the library Comics'],
        [folder.path, '409 Conflict', 'is inside this folder'],
      ]
      for (const [path, status, words] of wrong) {
        const answer = await create({ name: 'Wrong', path })
        expect([path, await refusal(answer.clone())]).toEqual([path, status])
        expect(await messageOf(answer)).toContain(words)
      }
      expect((await admin.get<LibraryPage>('/api/v1/libraries')).total).toBe(1)
    })

    test('created twenty times at once for one folder are one', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => create({ name: `Manga ${index}`, path: inFolder('Manga') })),
      )
      const statuses = answers.map(answer => answer.status).sort()
      expect(statuses).toEqual([201, ...Array<number>(19).fill(409)])
      const { data } = await admin.get<LibraryPage>('/api/v1/libraries')
      expect(data.filter(library => library.path === inFolder('Manga'))).toHaveLength(1)
    })

    test('want a name, a path and values that are known', async () => {
      const path = inFolder('Empty')
      const wrong = [
        {},
        { name: 'X' },
        { path },
        { name: ' ', path },
        { name: 7, path },
        { name: 'X'.repeat(201), path },
        { name: 'X', path: '' },
        { name: 'X', path, seriesStrategy: 'unknown' },
        { name: 'X', path, allowedFormats: 'cbz' },
        { name: 'X', path, defaultReadingDirection: 'up' },
        { name: 'X', path, scanImmediately: 'yes' },
      ]
      for (const body of wrong) {
        const answer = await create(body)
        expect([body, await refusal(answer)]).toEqual([body, '422 UnprocessableEntity'])
      }
    })

    test('allow the formats that there are, in any case', async () => {
      const wrong = await create({ name: 'X', path: inFolder('Empty'), allowedFormats: ['CBZ', 'exe'] })
      expect(await refusal(wrong.clone())).toBe('400 BadRequest')
      expect(await messageOf(wrong)).toContain('unknown format exe; known are CBZ, CBR, EPUB, PDF')
      const preview = { path: inFolder('Empty'), allowedFormats: ['mobi'] }
      const previewed = await admin.fetch('/api/v1/libraries/preview-scan', {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify(preview),
      })
      expect(await refusal(previewed)).toBe('400 BadRequest')
      const made = await create({ name: 'Picky', path: inFolder('Empty'), allowedFormats: ['Epub', 'cbz', 'CBZ'] })
      const { id, allowedFormats } = (await made.json()) as LibraryDto
      expect(allowedFormats).toEqual(['EPUB', 'CBZ'])
      expect(await refusal(await change(id, { allowedFormats: ['tar'] }))).toBe('400 BadRequest')
      const changed = await admin.patch<LibraryDto>(`/api/v1/libraries/${id}`, { allowedFormats: ['pdf'] })
      expect(changed.allowedFormats).toEqual(['PDF'])
      expect(
        (await admin.patch<LibraryDto>(`/api/v1/libraries/${id}`, { allowedFormats: [] })).allowedFormats,
      ).toBeNull()
      expect((await admin.fetch(`/api/v1/libraries/${id}`, { method: 'DELETE' })).status).toBe(204)
    })

    test('of an empty folder are scanned, with nothing in them', async () => {
      const library = await makeLibrary(admin, 'Empty', inFolder('Empty'))
      expect([library.bookCount, library.seriesCount]).toEqual([0, 0])
      const status = await admin.get<ScanStatusDto>(`/api/v1/libraries/${library.id}/scan-status`)
      expect(status).toMatchObject({ status: 'completed', filesTotal: 0, booksFound: 0 })
      expect((await admin.fetch(`/api/v1/libraries/${library.id}`, { method: 'DELETE' })).status).toBe(204)
    })

    test('are changed member by member', async () => {
      const { data } = await admin.get<LibraryPage>('/api/v1/libraries')
      const comics = data.find(library => library.name === 'Comics') as LibraryDto
      const changed = await admin.patch<LibraryDto>(`/api/v1/libraries/${comics.id}`, {
        name: 'American comics',
        description: 'Old ones',
        defaultReadingDirection: 'rtl',
      })
      expect(changed).toMatchObject({ name: 'American comics', description: 'Old ones', path: comics.path })
      expect(changed.bookCount).toBe(2)
      const books = await allBooks(admin, `&libraryId=${comics.id}`)
      expect(books.map(book => [book.libraryName, book.readingDirection])).toEqual([
        ['American comics', 'rtl'],
        ['American comics', 'rtl'],
      ])
      const cleared = await admin.patch<LibraryDto>(`/api/v1/libraries/${comics.id}`, { description: null })
      expect([cleared.name, cleared.description]).toEqual(['American comics', null])
      expect(await refusal(await change(comics.id, { path: inFolder('Manga') }))).toBe('409 Conflict')
      expect(await refusal(await change(comics.id, { path: inFolder('Nowhere') }))).toBe('400 BadRequest')
      expect(await refusal(await change(comics.id, { name: '' }))).toBe('422 UnprocessableEntity')
      expect(await refusal(await change(crypto.randomUUID(), { name: 'X' }))).toBe('404 NotFound')
      expect((await admin.get<LibraryDto>(`/api/v1/libraries/${comics.id}`)).path).toBe(comics.path)
    })

    test('leave out configured formats and names', async () => {
      writeFileSync(inFolder('Comics/Tide/draft.cbz'), await comic({ pages: 1, size: { width: 64, height: 90 } }))
      const { data } = await admin.get<LibraryPage>('/api/v1/libraries')
      const comics = data.find(library => library.path === inFolder('Comics')) as LibraryDto
      const left = async (settings: object) => {
        await admin.patch(`/api/v1/libraries/${comics.id}`, settings)
        expect((await scan(admin, comics.id)).status).toBe('completed')
        return (await allBooks(admin, `&libraryId=${comics.id}`)).map(book => book.title)
      }
      expect(await left({})).toEqual(['draft', 'Tide 01', 'Tide 02'])
      expect(await left({ excludedPatterns: 'draft*' })).toEqual(['Tide 01', 'Tide 02'])
      expect(await left({ allowedFormats: ['PDF'] })).toEqual([])
      expect(await left({ allowedFormats: null, excludedPatterns: null })).toEqual(['draft', 'Tide 01', 'Tide 02'])
    })

    test('when deleted take rows and thumbnails with them, never a file', async () => {
      const { data } = await admin.get<LibraryPage>('/api/v1/libraries')
      const comics = data.find(library => library.path === inFolder('Comics')) as LibraryDto
      const [book] = await allBooks(admin, `&libraryId=${comics.id}`)
      await admin.put(`/api/v1/books/${book?.id}/progress`, { currentPage: 1 })
      const files = readdirSync(inFolder('Comics'), { recursive: true }).sort()
      const thumbnails = () =>
        readdirSync(join(octavo.dataDir, 'thumbnails'), { recursive: true }).filter(name =>
          String(name).endsWith('.jpg'),
        )
      expect(thumbnails().length).toBeGreaterThan(2)
      const gone = await admin.fetch(`/api/v1/libraries/${comics.id}`, { method: 'DELETE' })
      expect([gone.status, await gone.text()]).toEqual([204, ''])
      expect(readdirSync(inFolder('Comics'), { recursive: true }).sort()).toEqual(files)
      expect(existsSync(book?.path ?? '')).toBe(true)
      const rest = await allBooks(admin)
      expect(rest.filter(each => each.libraryId === comics.id)).toEqual([])
      const series = await admin.get<SeriesPage>('/api/v1/series')
      expect(series.data.filter(each => each.libraryId === comics.id)).toEqual([])
      expect((await admin.get<{ total: number }>('/api/v1/progress')).total).toBe(0)
      await until(
        async () => thumbnails().length,
        count => count === rest.length,
      )
      for (const path of ['', '/scan-status', '/books', '/series']) {
        expect(await refusal(await admin.fetch(`/api/v1/libraries/${comics.id}${path}`))).toBe('404 NotFound')
      }
      expect(await refusal(await admin.fetch(`/api/v1/books/${book?.id}`))).toBe('404 NotFound')
      expect(await refusal(await admin.fetch(`/api/v1/libraries/${comics.id}`, { method: 'DELETE' }))).toBe(
        '404 NotFound',
      )
      // The folder can be a library again.
      expect((await makeLibrary(admin, 'Comics again', inFolder('Comics'))).bookCount).toBe(3)
    })

    test('deleted while their scan runs leave nothing behind', async () => {
      const bytes = await comic({ pages: 1 })
      writeLibrary(
        inFolder('Many'),
        Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`S${index % 9}/B ${index}.cbz`, bytes])),
      )
      const body = { name: 'Many', path: inFolder('Many'), scanImmediately: true }
      const library = (await (await create(body)).json()) as LibraryDto
      expect((await admin.fetch(`/api/v1/libraries/${library.id}`, { method: 'DELETE' })).status).toBe(204)
      await until(
        () => admin.get<ScanStatusDto[]>('/api/v1/scans/active'),
        scans => scans.length === 0,
      )
      expect((await allBooks(admin)).filter(book => book.path.startsWith(inFolder('Many')))).toEqual([])
      expect(readdirSync(inFolder('Many'))).toHaveLength(9)
      expect(octavo.log()).not.toContain('"level":60')
    })
  })
}
