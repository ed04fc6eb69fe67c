// Libraries of several folders: one library to readers.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import type { BookDto } from '@octavo/contract/book'
import { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { refusal, scan, scanEnd } from './catalogue'
import { manyFolders } from './many-folders'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`libraries of several folders on ${database}`, () => {
    const room = manyFolders(database)
    const { at, send, create, library, booksOf, pathsOf, read, lastReport, put, spoil, make, change } = room

    test('consist of existing folders, each once, and none inside another', async () => {
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
      const preview = await room.admin.post<object>('/api/v1/libraries/preview-scan', { paths: [one, two] })
      expect(preview).toMatchObject({ totalFiles: 2 })
      const answer = await create({ path: one, paths: [one, two] })
      expect(answer.status).toBe(201)
      const { id, path, paths } = LibraryDto.parse(await answer.json())
      expect([path, paths]).toEqual([one, [one, two]])
      const patch = async (body: object) => refusal(await send(room.admin, 'PATCH', `/libraries/${id}`, body))
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
        const books = await room.admin.get<BookDto[]>(`/api/v1/series/${seriesId}/books`)
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
          const answer = await room.admin.fetch(`/api/v1/books/${book.id}/${part}`)
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
      await room.admin.post(`/api/v1/libraries/${id}/scan?path=Tide`)
      expect((await scanEnd(room.admin, id)).filesTotal).toBe(6)
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
      expect((await scanEnd(room.admin, id)).status).toBe('completed')
      const before = await booksOf(id)
      expect(before.length).toBe(3)
      await read(before[2], 2)
      await change(id, 'more/One')
      expect((await scanEnd(room.admin, id)).status).toBe('completed')
      expect(await pathsOf(id)).toEqual(['more/One/S/1.cbz'])
      expect(await library(id)).toMatchObject({ bookCount: 1, absences: [] })
      expect((await room.admin.get<Paginated<object>>(`/api/v1/libraries/${id}/missing-books`)).total).toBe(2)
      expect((await scan(room.admin, id)).status).toBe('completed')
      for (const path of ['more/Two/S/1.cbz', 'more/Two/S/2.cbz']) spoil(path)
      await change(id, 'more/Two', 'more/One')
      expect((await scanEnd(room.admin, id)).status).toBe('completed')
      const after = await booksOf(id)
      const identity = (book: BookDto) => [
        book.id,
        book.path,
        book.fileHash,
        book.pageCount,
        book.number,
        book.analyzed,
      ]
      expect(after.map(identity)).toEqual(before.map(identity))
      expect(after.map(book => book.readProgress?.currentPage)).toEqual([undefined, undefined, 2])
      expect((await library(id)).path).toBe(at('more/Two'))
      const changes = `/api/v1/audit?action=library_folders_changed&subjectId=${id}`
      expect((await room.admin.get<Paginated<object>>(changes)).total).toBe(3)
    })

    test('leave the books of a folder that becomes another library to that, with all that was known of them', async () => {
      await put('give/One/S/1.cbz', 'give/Two/S/1.cbz', 'give/Two/S/2.cbz')
      const id = await make('give/One', 'give/Two')
      await read((await booksOf(id))[1], 2)
      const before = (await booksOf(id)).slice(1)
      await change(id, 'give/One')
      await scanEnd(room.admin, id)
      const other = await make('give/Two')
      const identity = (book: BookDto) => [book.id, book.path, book.readProgress?.currentPage]
      expect((await booksOf(other)).map(identity)).toEqual(before.map(identity))
      expect((await scan(room.admin, id)).status).toBe('completed')
      expect(await pathsOf(id)).toEqual(['give/One/S/1.cbz'])
      const back = { paths: [at('give/One'), at('give/Two')] }
      expect(await refusal(await send(room.admin, 'PATCH', `/libraries/${id}`, back))).toBe('409 Conflict')
    })

    test('lose the one file that was deleted, and none of its path in another folder', async () => {
      await put('same/One/S/1.cbz', 'same/Two/S/1.cbz', 'same/Two/S/2.cbz')
      const id = await make('same/One', 'same/Two')
      const book = (await booksOf(id))[1]
      expect((await send(room.admin, 'DELETE', `/books/${book?.id}/file`, { confirm: '1.cbz' })).status).toBe(200)
      expect(await pathsOf(id)).toEqual(['same/One/S/1.cbz', 'same/Two/S/2.cbz'])
      expect([existsSync(at('same/One/S/1.cbz')), existsSync(at('same/Two/S/1.cbz'))]).toEqual([true, false])
      expect((await scan(room.admin, id)).status).toBe('completed')
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
      expect((await scan(room.admin, id)).status).toBe('completed')
      const after = await booksOf(id)
      const identity = (book: BookDto) => [book.id, book.fileHash, book.analyzed, book.readProgress?.currentPage]
      expect(after.map(identity)).toEqual(before.map(identity))
      expect(await pathsOf(id)).toEqual(['root/One/S/1.cbz', 'root/Three/S/1.cbz', 'root/Three/S/2.cbz'])
      const file = await room.admin.fetch(`/api/v1/books/${after[1]?.id}/file`)
      expect(Buffer.from(await file.arrayBuffer()).equals(readFileSync(at('root/Three/S/1.cbz')))).toBe(true)
      // A path alone is another place of the first folder.
      renameSync(at('root/One'), at('root/Zero'))
      await room.admin.patch(`/api/v1/libraries/${id}`, { path: at('root/Zero') })
      expect((await scan(room.admin, id)).status).toBe('completed')
      expect((await booksOf(id)).map(book => book.id).sort()).toEqual(before.map(book => book.id).sort())
    })

    test('follow a disk to the empty place where it will be mounted, whatever else changes its place', async () => {
      await put('later/One/S/1.cbz', 'later/Two/S/1.cbz', 'later/Two/S/2.cbz')
      const id = await make('later/One', 'later/Two')
      await read((await booksOf(id))[1], 1)
      const before = await booksOf(id)
      mkdirSync(at('later/Mount'))
      await change(id, 'later/Mount', 'later/One')
      expect((await scan(room.admin, id)).status).toBe('completed')
      expect(await booksOf(id)).toHaveLength(3)
      renameSync(at('later/Two/S'), at('later/Mount/S'))
      expect((await scan(room.admin, id)).status).toBe('completed')
      const identity = (book: BookDto) => [book.id, book.readProgress?.currentPage]
      expect((await booksOf(id)).map(identity).sort()).toEqual(before.map(identity).sort())
      expect(await library(id)).toMatchObject({ paths: [at('later/Mount'), at('later/One')], absences: [] })
    })
  })
}
