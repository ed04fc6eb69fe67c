// Libraries of several folders: one library to readers, and each folder a disk that may be away on its own.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { ScanReportDetailDto } from '@octavo/contract/scan'
import { comic } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type BookPage, JSON_HEADERS, refusal, scan, scanEnd } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

/** When every file here was last written to, in seconds: nothing of it tells one from another. */
const WRITTEN = 1_600_000_000

for (const database of DATABASES) {
  describe(`libraries of several folders on ${database}`, () => {
    const folder = temporaryFolder('folders')
    const at = (path: string) => join(folder.path, path)
    let octavo: Inhabited
    let admin: Client
    let made = 0
    const send = (who: Client, method: string, path: string, body?: object) =>
      who.fetch(`/api/v1${path}`, { method, ...(body && { headers: JSON_HEADERS, body: JSON.stringify(body) }) })
    const create = (body: object) => send(admin, 'POST', '/libraries', { name: 'Library', ...body })
    const library = async (id: string) => LibraryDto.parse(await admin.get(`/api/v1/libraries/${id}`))
    const booksOf = async (id: string) =>
      (await admin.get<BookPage>(`/api/v1/libraries/${id}/books?pageSize=500`)).data.toSorted((a, b) =>
        a.path < b.path ? -1 : 1,
      )
    const pathsOf = async (id: string) => (await booksOf(id)).map(book => book.path.slice(folder.path.length + 1))
    const idsOf = async (id: string) => new Map((await booksOf(id)).map(book => [book.path, book.id]))
    const read = (book: BookDto | undefined, page: number) =>
      admin.put(`/api/v1/books/${book?.id}/progress`, { currentPage: page })
    const pageOf = async (id: string | undefined) =>
      (await admin.get<{ book: BookDto }>(`/api/v1/books/${id}`)).book.readProgress?.currentPage
    const lastReport = async (id: string, back = 0) => {
      const { data } = await admin.get<Paginated<{ id: string }>>(`/api/v1/libraries/${id}/scans`)
      return ScanReportDetailDto.parse(await admin.get(`/api/v1/libraries/${id}/scans/${data[back]?.id}`))
    }

    /** Writes comics that all differ, in size too. */
    async function put(...paths: readonly string[]): Promise<void> {
      for (const path of paths) {
        mkdirSync(dirname(at(path)), { recursive: true })
        writeFileSync(at(path), await comic({ pages: 3, size: { width: 60 + made++, height: 90 } }))
        utimesSync(at(path), WRITTEN, WRITTEN)
      }
    }

    /** Other bytes in the same file of the same size and time: whoever reads it again finds no book. */
    function spoil(path: string): void {
      writeFileSync(at(path), new Uint8Array(statSync(at(path)).size).fill(7), { flag: 'r+' })
      utimesSync(at(path), WRITTEN, WRITTEN)
    }

    async function make(...folders: readonly string[]): Promise<string> {
      const paths = folders.map(at)
      const { id } = await admin.post<LibraryDto>('/api/v1/libraries', { name: 'L', paths, scanImmediately: true })
      expect((await scanEnd(admin, id)).status).toBe('completed')
      return id
    }

    async function change(id: string, ...folders: readonly string[]): Promise<LibraryDto> {
      return LibraryDto.parse(await admin.patch(`/api/v1/libraries/${id}`, { paths: folders.map(at) }))
    }

    beforeAll(async () => {
      octavo = await startInhabited({ database, env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' } })
      admin = octavo.admin
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('are made of folders that are each there, once, and no part of another', async () => {
      await put('none/One/a.cbz', 'none/Two/b.cbz', 'none/Other/c.cbz')
      for (const inner of ['none/One/Inner', 'none/Other/Inner']) mkdirSync(at(inner))
      await create({ path: at('none/Other') })
      const [one, two] = [at('none/One'), at('none/Two')]
      const wrong: [object, string][] = [
        [{ path: two, paths: [one, two] }, '400 BadRequest'],
        [{ paths: [one, one] }, '400 BadRequest'],
        [{ paths: [one, `${two}/../One/`] }, '400 BadRequest'],
        [{ paths: [one, at('none/Nowhere')] }, '400 BadRequest'],
        [{ paths: [one, `${one}/Inner`] }, '409 Conflict'],
        [{ paths: [`${one}/Inner`, one] }, '409 Conflict'],
        [{ paths: [one, at('none/Other')] }, '409 Conflict'],
        [{ paths: [one, at('none/Other/Inner')] }, '409 Conflict'],
        [{ paths: [one, at('none')] }, '409 Conflict'],
        [{ paths: [] }, '422 UnprocessableEntity'],
        [{}, '422 UnprocessableEntity'],
      ]
      for (const [body, status] of wrong) expect([body, await refusal(await create(body))]).toEqual([body, status])
      const preview = await admin.post<object>('/api/v1/libraries/preview-scan', { paths: [one, two] })
      expect(preview).toMatchObject({ totalFiles: 2 })
      const answer = await create({ path: one, paths: [one, two] })
      expect(answer.status).toBe(201)
      const { id, path, paths } = LibraryDto.parse(await answer.json())
      expect([path, paths]).toEqual([one, [one, two]])
      const patch = async (body: object) => refusal(await send(admin, 'PATCH', `/libraries/${id}`, body))
      expect(await patch({ path: two })).toBe('409 Conflict')
      expect(await patch({ path: `${two}/..` })).toBe('409 Conflict')
      expect(await patch({ paths: [one, at('none/Other')] })).toBe('409 Conflict')
      expect(await patch({ path: two, paths: [one, two] })).toBe('400 BadRequest')
      expect((await library(id)).paths).toEqual([one, two])
    })

    test('have one series of the books of all folders, each with a file, pages and a cover of its own', async () => {
      await put('span/One/Tide/b.cbz', 'span/One/Tide/same.cbz', 'span/Two/Tide/a.cbz', 'span/Two/Tide/same.cbz')
      await put('span/Two/Sea/Sea 9.cbz', 'span/One/Sea/Sea 10.cbz')
      const id = await make('span/One', 'span/Two')
      const all = await booksOf(id)
      expect(await library(id)).toMatchObject({ bookCount: 6, seriesCount: 2 })
      const inOrder: unknown[] = []
      for (const seriesId of new Set(all.map(book => book.seriesId))) {
        const books = await admin.get<BookDto[]>(`/api/v1/series/${seriesId}/books`)
        inOrder.push(books.map(book => [book.path.slice(at('span/').length), book.number]))
      }
      expect(inOrder).toEqual([
        [
          ['Two/Sea/Sea 9.cbz', 9],
          ['One/Sea/Sea 10.cbz', 10],
        ],
        [
          ['Two/Tide/a.cbz', 1],
          ['One/Tide/b.cbz', 2],
          ['One/Tide/same.cbz', 3],
          ['Two/Tide/same.cbz', 4],
        ],
      ])
      const covers = new Set<string>()
      const pages = new Set<string>()
      for (const book of all) {
        const bytes = async (part: string) => {
          const answer = await admin.fetch(`/api/v1/books/${book.id}/${part}`)
          expect([part, answer.status]).toEqual([part, 200])
          return Buffer.from(await answer.arrayBuffer())
        }
        expect((await bytes('file')).equals(readFileSync(book.path))).toBe(true)
        covers.add((await bytes('thumbnail')).toString('base64'))
        pages.add((await bytes('pages/2')).toString('base64'))
      }
      expect([covers.size, pages.size]).toEqual([6, 6])
      // A part of the library is that part of every folder.
      await put('span/One/Tide/d.cbz', 'span/Two/Tide/d.cbz', 'span/Two/Rain/z.cbz')
      await admin.post(`/api/v1/libraries/${id}/scan?path=Tide`)
      expect((await scanEnd(admin, id)).filesTotal).toBe(6)
      const { folders, findings } = await lastReport(id)
      expect(folders).toEqual([at('span/One/Tide'), at('span/Two/Tide')])
      const found = findings.toSorted((a, b) => ((a.folder ?? '') < (b.folder ?? '') ? -1 : 1))
      expect(found).toEqual([
        { kind: 'new', folder: at('span/One'), path: 'Tide/d.cbz' },
        { kind: 'new', folder: at('span/Two'), path: 'Tide/d.cbz' },
      ])
    })

    test('get a folder, lose it and get it back with all that was known of its books', async () => {
      await put('more/One/S/1.cbz', 'more/Two/S/1.cbz', 'more/Two/S/2.cbz')
      const id = await make('more/One')
      expect((await change(id, 'more/One', 'more/Two')).paths).toEqual([at('more/One'), at('more/Two')])
      expect((await scanEnd(admin, id)).status).toBe('completed')
      const before = await booksOf(id)
      expect(before.length).toBe(3)
      await read(before[2], 2)
      await change(id, 'more/One')
      expect((await scanEnd(admin, id)).status).toBe('completed')
      expect(await pathsOf(id)).toEqual(['more/One/S/1.cbz'])
      expect(await library(id)).toMatchObject({ bookCount: 1, absences: [] })
      expect((await admin.get<Paginated<object>>(`/api/v1/libraries/${id}/missing-books`)).total).toBe(2)
      expect((await scan(admin, id)).status).toBe('completed')
      for (const path of ['more/Two/S/1.cbz', 'more/Two/S/2.cbz']) spoil(path)
      await change(id, 'more/Two', 'more/One')
      expect((await scanEnd(admin, id)).status).toBe('completed')
      const after = await booksOf(id)
      const kept = (book: BookDto) => [book.id, book.path, book.fileHash, book.pageCount, book.number, book.analyzed]
      expect(after.map(kept)).toEqual(before.map(kept))
      expect(after.map(book => book.readProgress?.currentPage)).toEqual([undefined, undefined, 2])
      expect((await library(id)).path).toBe(at('more/Two'))
      const acts = await admin.get<Paginated<{ action: string }>>('/api/v1/audit?pageSize=3')
      expect(acts.data.map(act => act.action)).toEqual(Array(3).fill('library_folders_changed'))
    })

    test('leave the books of a folder that becomes another library to that, with all that was known of them', async () => {
      await put('give/One/S/1.cbz', 'give/Two/S/1.cbz', 'give/Two/S/2.cbz')
      const id = await make('give/One', 'give/Two')
      await read((await booksOf(id))[1], 2)
      const before = (await booksOf(id)).slice(1)
      await change(id, 'give/One')
      await scanEnd(admin, id)
      const other = await make('give/Two')
      const kept = (book: BookDto) => [book.id, book.path, book.readProgress?.currentPage]
      expect((await booksOf(other)).map(kept)).toEqual(before.map(kept))
      expect((await scan(admin, id)).status).toBe('completed')
      expect(await pathsOf(id)).toEqual(['give/One/S/1.cbz'])
      const back = { paths: [at('give/One'), at('give/Two')] }
      expect(await refusal(await send(admin, 'PATCH', `/libraries/${id}`, back))).toBe('409 Conflict')
    })

    test('lose the one file that was deleted, and none of its path in another folder', async () => {
      await put('same/One/S/1.cbz', 'same/Two/S/1.cbz', 'same/Two/S/2.cbz')
      const id = await make('same/One', 'same/Two')
      const book = (await booksOf(id))[1]
      expect((await send(admin, 'DELETE', `/books/${book?.id}/file`, { confirm: '1.cbz' })).status).toBe(200)
      expect(await pathsOf(id)).toEqual(['same/One/S/1.cbz', 'same/Two/S/2.cbz'])
      expect([existsSync(at('same/One/S/1.cbz')), existsSync(at('same/Two/S/1.cbz'))]).toEqual([true, false])
      expect((await scan(admin, id)).status).toBe('completed')
      expect(await pathsOf(id)).toEqual(['same/One/S/1.cbz', 'same/Two/S/2.cbz'])
    })

    test('follow a folder that was renamed on the disk, without reading a file', async () => {
      await put('root/One/S/1.cbz', 'root/Two/S/1.cbz', 'root/Two/S/2.cbz')
      const id = await make('root/One', 'root/Two')
      await read((await booksOf(id))[1], 1)
      const before = await booksOf(id)
      renameSync(at('root/Two'), at('root/Three'))
      for (const path of ['root/Three/S/1.cbz', 'root/Three/S/2.cbz']) spoil(path)
      expect((await change(id, 'root/One', 'root/Three')).paths).toEqual([at('root/One'), at('root/Three')])
      expect((await scan(admin, id)).status).toBe('completed')
      const after = await booksOf(id)
      const kept = (book: BookDto) => [book.id, book.fileHash, book.analyzed, book.readProgress?.currentPage]
      expect(after.map(kept)).toEqual(before.map(kept))
      expect(await pathsOf(id)).toEqual(['root/One/S/1.cbz', 'root/Three/S/1.cbz', 'root/Three/S/2.cbz'])
      const file = await admin.fetch(`/api/v1/books/${after[1]?.id}/file`)
      expect(Buffer.from(await file.arrayBuffer()).equals(readFileSync(at('root/Three/S/1.cbz')))).toBe(true)
      // A path alone is another place of the first folder.
      renameSync(at('root/One'), at('root/Zero'))
      await admin.patch(`/api/v1/libraries/${id}`, { path: at('root/Zero') })
      expect((await scan(admin, id)).status).toBe('completed')
      expect((await booksOf(id)).map(book => book.id).sort()).toEqual(before.map(book => book.id).sort())
    })

    test('keep the books of a folder that is away, and scan the others', async () => {
      await put('away/One/S/1.cbz', 'away/Two/S/1.cbz', 'away/Two/S/2.cbz')
      const id = await make('away/One', 'away/Two')
      const before = await booksOf(id)
      renameSync(at('away/Two'), at('away/Lost'))
      await put('away/One/S/3.cbz')
      for (const mode of ['normal', 'deep']) {
        const { status, errors } = await scan(admin, id, mode)
        expect([status, errors.join().includes(at('away/Two'))]).toEqual(['completed', true])
        expect((await pathsOf(id)).length).toBe(4)
        const { absences } = await library(id)
        expect(absences).toMatchObject([{ folder: at('away/Two'), path: '', reason: 'unreadable', books: 2 }])
      }
      // An empty folder is the place of a disk.
      mkdirSync(at('away/Two'))
      expect((await scan(admin, id)).status).toBe('completed')
      expect((await library(id)).absences).toMatchObject([{ folder: at('away/Two'), path: '', reason: 'empty' }])
      const lost = await admin.fetch(`/api/v1/books/${before[1]?.id}/file`)
      expect(lost.status).toBeGreaterThanOrEqual(404)
      rmSync(at('away/Two'), { recursive: true })
      renameSync(at('away/Lost'), at('away/Two'))
      for (const path of ['away/Two/S/1.cbz', 'away/Two/S/2.cbz']) spoil(path)
      expect((await scan(admin, id)).status).toBe('completed')
      expect((await library(id)).absences).toEqual([])
      const after = await booksOf(id)
      const kept = (book: BookDto) => [book.id, book.path, book.fileHash, book.analyzed]
      expect(after.filter(book => before.some(({ id }) => id === book.id)).map(kept)).toEqual(before.map(kept))
    })

    test('ask about each folder that has lost a large part, and take what was confirmed of one', async () => {
      for (const one of ['One', 'Two']) await put(...[1, 2, 3, 4, 5].map(n => `many/${one}/S${n % 2}/${n}.cbz`))
      const id = await make('many/One', 'many/Two')
      for (const one of ['One', 'Two']) renameSync(at(`many/${one}/S0`), at(`many/gone ${one}`))
      expect((await scan(admin, id)).status).toBe('failed')
      const asked = { path: '', reason: 'many_gone', books: 2, mayConfirm: true }
      const [one, two] = [at('many/One'), at('many/Two')]
      expect((await library(id)).absences).toMatchObject([
        { folder: one, ...asked },
        { folder: two, ...asked },
      ])
      const confirm = (body: object) => send(admin, 'POST', `/libraries/${id}/confirm-missing`, body)
      expect(await refusal(await confirm({ folder: at('many') }))).toBe('409 Conflict')
      expect((await confirm({ folder: two, path: '' })).status).toBe(200)
      expect((await scanEnd(admin, id)).status).toBe('completed')
      expect((await library(id)).absences).toMatchObject([{ folder: one, ...asked }])
      const left = await pathsOf(id)
      expect([left.filter(path => path.includes('/One/')).length, left.length]).toEqual([5, 8])
    })

    test('follow files from one folder to another, and files that change places', async () => {
      await put('move/One/S/1.cbz', 'move/One/S/2.cbz', 'move/Two/S/1.cbz', 'move/Two/S/3.cbz', 'move/Two/S/4.cbz')
      const id = await make('move/One', 'move/Two')
      const before = await idsOf(id)
      const [one, two] = [at('move/One/S/1.cbz'), at('move/Two/S/1.cbz')]
      await read((await booksOf(id))[1], 2)
      renameSync(at('move/One/S/2.cbz'), at('move/Two/S/2.cbz'))
      expect((await scan(admin, id)).status).toBe('completed')
      const moved = await idsOf(id)
      const own = before.get(at('move/One/S/2.cbz'))
      expect([moved.get(at('move/Two/S/2.cbz')), await pageOf(own), moved.size]).toEqual([own as string, 2, 5])
      const { findings } = await lastReport(id)
      const folders = { folder: at('move/Two'), fromFolder: at('move/One') }
      expect(findings).toEqual([{ kind: 'moved', path: 'S/2.cbz', from: 'S/2.cbz', ...folders }])
      for (const [from, to] of [
        [one, `${one}.x`],
        [two, one],
        [`${one}.x`, two],
      ] as const) {
        renameSync(from, to)
      }
      expect((await scan(admin, id)).status).toBe('completed')
      const swapped = await idsOf(id)
      expect([swapped.get(one), swapped.get(two)]).toEqual([before.get(two) as string, before.get(one) as string])
      // A folder whose files went into another before it was left out takes nothing with it.
      renameSync(at('move/One/S/1.cbz'), at('move/Two/S/5.cbz'))
      await change(id, 'move/Two')
      expect((await scanEnd(admin, id)).status).toBe('completed')
      expect((await idsOf(id)).get(at('move/Two/S/5.cbz'))).toBe(before.get(two) as string)
    })

    test('know a file again that left its folder while that was away', async () => {
      await put('left/One/S/1.cbz', ...[1, 2, 3].map(n => `left/Two/S/${n}.cbz`))
      const id = await make('left/One', 'left/Two')
      await read((await booksOf(id))[2], 2)
      const before = await idsOf(id)
      renameSync(at('left/Two'), at('left/Lost'))
      renameSync(at('left/Lost/S/2.cbz'), at('left/One/S/2.cbz'))
      // Nobody can tell yet whether this is a copy.
      expect((await scan(admin, id)).status).toBe('completed')
      expect((await idsOf(id)).size).toBe(5)
      renameSync(at('left/Lost'), at('left/Two'))
      expect((await scan(admin, id)).status).toBe('completed')
      const own = before.get(at('left/Two/S/2.cbz'))
      const after = await idsOf(id)
      expect([after.size, after.get(at('left/One/S/2.cbz')), await pageOf(own)]).toEqual([4, own as string, 2])
    })

    test('take no copy for the book that went, when the scan that saw both has asked a person', async () => {
      await put(...[1, 2, 3, 4, 5, 6, 7].map(n => `copy/One/S/${n}.cbz`))
      const id = await make('copy/One')
      renameSync(at('copy/One/S/1.cbz'), at('copy/1.cbz'))
      renameSync(at('copy/One/S/2.cbz'), at('copy/2.cbz'))
      await put('copy/One/T/a.cbz')
      cpSync(at('copy/One/T/a.cbz'), at('copy/One/T/b.cbz'))
      expect((await scan(admin, id)).status).toBe('failed')
      const copy = (await idsOf(id)).get(at('copy/One/T/b.cbz'))
      expect(copy).toBeString()
      for (const name of ['1.cbz', '2.cbz']) renameSync(at(`copy/${name}`), at(`copy/One/S/${name}`))
      rmSync(at('copy/One/T/a.cbz'))
      expect((await scan(admin, id)).status).toBe('completed')
      expect((await idsOf(id)).get(at('copy/One/T/b.cbz'))).toBe(copy as string)
    })

    test('tell of two files of one path which of them is new and which came from another library', async () => {
      await put('from/S/0.cbz', 'from/S/1.cbz', 'to/One/R/0.cbz', 'to/Two/R/0.cbz')
      const from = await make('from')
      const id = await make('to/One', 'to/Two')
      const own = (await idsOf(from)).get(at('from/S/1.cbz'))
      for (const one of ['One', 'Two']) mkdirSync(at(`to/${one}/S`))
      renameSync(at('from/S/1.cbz'), at('to/Two/S/1.cbz'))
      await put('to/One/S/1.cbz')
      expect((await scan(admin, id)).status).toBe('completed')
      expect((await idsOf(id)).get(at('to/Two/S/1.cbz'))).toBe(own as string)
      const { findings } = await lastReport(id)
      expect(findings.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
        { kind: 'moved', folder: at('to/Two'), path: 'S/1.cbz', from: 'L: S/1.cbz' },
        { kind: 'new', folder: at('to/One'), path: 'S/1.cbz' },
      ])
    })

    test('are changed by nobody who may not, and are nowhere for no library', async () => {
      await put('who/One/S/1.cbz')
      mkdirSync(at('who/Two'))
      const id = await make('who/One')
      const reader = await octavo.addUser('folders')
      const paths = [at('who/One'), at('who/Two')]
      const asks: [string, string, object][] = [
        ['POST', '/libraries', { name: 'X', paths }],
        ['POST', '/libraries/preview-scan', { paths }],
        ['PATCH', `/libraries/${id}`, { paths }],
        ['POST', `/libraries/${id}/confirm-missing`, { folder: paths[0] }],
      ]
      for (const [method, path, body] of asks) {
        expect([path, await refusal(await send(reader, method, path, body))]).toEqual([path, '403 Forbidden'])
      }
      const nowhere = `/libraries/${crypto.randomUUID()}`
      expect(await refusal(await send(admin, 'PATCH', nowhere, { paths }))).toBe('404 NotFound')
      expect(await refusal(await send(admin, 'POST', `${nowhere}/confirm-missing`, {}))).toBe('404 NotFound')
      expect((await library(id)).paths).toEqual([at('who/One')])
    })
  })
}
