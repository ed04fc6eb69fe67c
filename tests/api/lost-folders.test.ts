// Libraries of several folders: each a disk that may be away on its own.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { BookDto } from '@octavo/contract/book'
import { refusal, scan, scanEnd } from './catalogue'
import { manyFolders } from './many-folders'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`folders of libraries that are away or changed on ${database}`, () => {
    const room = manyFolders(database)
    const { at, send, library, booksOf, pathsOf, idsOf, read, pageOf, lastReport, put, spoil, make, change } = room

    test('keep the books of a folder that is away, and scan the others', async () => {
      await put('away/One/S/1.cbz', 'away/Two/S/1.cbz', 'away/Two/S/2.cbz')
      const id = await make('away/One', 'away/Two')
      const before = await booksOf(id)
      renameSync(at('away/Two'), at('away/Lost'))
      await put('away/One/S/3.cbz')
      for (const mode of ['normal', 'deep']) {
        const { status, errors } = await scan(room.admin, id, mode)
        expect([status, errors.join().includes(at('away/Two'))]).toEqual(['completed', true])
        expect((await pathsOf(id)).length).toBe(4)
        const { absences } = await library(id)
        expect(absences).toMatchObject([{ folder: at('away/Two'), path: '', reason: 'unreadable', books: 2 }])
      }
      // An empty folder is the place of a disk.
      mkdirSync(at('away/Two'))
      expect((await scan(room.admin, id)).status).toBe('completed')
      expect((await library(id)).absences).toMatchObject([{ folder: at('away/Two'), path: '', reason: 'empty' }])
      const lost = await room.admin.fetch(`/api/v1/books/${before[1]?.id}/file`)
      expect(lost.status).toBeGreaterThanOrEqual(404)
      rmSync(at('away/Two'), { recursive: true })
      renameSync(at('away/Lost'), at('away/Two'))
      for (const path of ['away/Two/S/1.cbz', 'away/Two/S/2.cbz']) spoil(path)
      expect((await scan(room.admin, id)).status).toBe('completed')
      expect((await library(id)).absences).toEqual([])
      const after = await booksOf(id)
      const identity = (book: BookDto) => [book.id, book.path, book.fileHash, book.analyzed]
      expect(after.filter(book => before.some(({ id }) => id === book.id)).map(identity)).toEqual(before.map(identity))
    })

    test('ask about each folder that has lost a large part, and apply the confirmation of one', async () => {
      for (const one of ['One', 'Two']) await put(...[1, 2, 3, 4, 5].map(n => `many/${one}/S${n % 2}/${n}.cbz`))
      const id = await make('many/One', 'many/Two')
      for (const one of ['One', 'Two']) renameSync(at(`many/${one}/S0`), at(`many/gone ${one}`))
      expect((await scan(room.admin, id)).status).toBe('failed')
      const asked = { path: '', reason: 'many_gone', books: 2, mayConfirm: true }
      const [one, two] = [at('many/One'), at('many/Two')]
      expect((await library(id)).absences).toMatchObject([
        { folder: one, ...asked },
        { folder: two, ...asked },
      ])
      const confirm = (body: object) => send(room.admin, 'POST', `/libraries/${id}/confirm-missing`, body)
      expect(await refusal(await confirm({ folder: at('many') }))).toBe('409 Conflict')
      expect((await confirm({ folder: two, path: '' })).status).toBe(200)
      expect((await scanEnd(room.admin, id)).status).toBe('completed')
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
      expect((await scan(room.admin, id)).status).toBe('completed')
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
      expect((await scan(room.admin, id)).status).toBe('completed')
      const swapped = await idsOf(id)
      expect([swapped.get(one), swapped.get(two)]).toEqual([before.get(two) as string, before.get(one) as string])
      // A folder whose files went into another before it was left out takes nothing with it.
      renameSync(at('move/One/S/1.cbz'), at('move/Two/S/5.cbz'))
      await change(id, 'move/Two')
      expect((await scanEnd(room.admin, id)).status).toBe('completed')
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
      expect((await scan(room.admin, id)).status).toBe('completed')
      expect((await idsOf(id)).size).toBe(5)
      renameSync(at('left/Lost'), at('left/Two'))
      expect((await scan(room.admin, id)).status).toBe('completed')
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
      expect((await scan(room.admin, id)).status).toBe('failed')
      const copy = (await idsOf(id)).get(at('copy/One/T/b.cbz'))
      expect(copy).toBeString()
      for (const name of ['1.cbz', '2.cbz']) renameSync(at(`copy/${name}`), at(`copy/One/S/${name}`))
      rmSync(at('copy/One/T/a.cbz'))
      expect((await scan(room.admin, id)).status).toBe('completed')
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
      expect((await scan(room.admin, id)).status).toBe('completed')
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
      const reader = await room.octavo.addUser('folders')
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
      expect(await refusal(await send(room.admin, 'PATCH', nowhere, { paths }))).toBe('404 NotFound')
      expect(await refusal(await send(room.admin, 'POST', `${nowhere}/confirm-missing`, {}))).toBe('404 NotFound')
      expect((await library(id)).paths).toEqual([at('who/One')])
    })
  })
}
