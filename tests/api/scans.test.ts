// Scans: one at a time, stopped on request, and never losing a book.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import { ScanStatusDto } from '@octavo/contract/scan'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import {
  allBooks,
  confirmMissing,
  firstScans,
  JSON_HEADERS,
  makeLibrary,
  refusal,
  type SeriesPage,
  scan,
  scanEnd,
} from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

const BOOKS = 240

for (const database of DATABASES) {
  describe(`scans on ${database}`, () => {
    const folder = temporaryFolder('scans')
    const aside = temporaryFolder('aside')
    const root = join(folder.path, 'Library')
    let octavo: Octavo
    let admin: Client
    let id: string
    const trigger = (mode = 'normal') => admin.fetch(`/api/v1/libraries/${id}/scan?mode=${mode}`, { method: 'POST' })
    const cancel = () => admin.fetch(`/api/v1/libraries/${id}/scan/cancel`, { method: 'POST' })
    const active = () => admin.get<ScanStatusDto[]>('/api/v1/scans/active')
    const idle = () => until(active, scans => scans.length === 0)
    const paths = async () => (await allBooks(admin)).map(book => book.path).sort()

    beforeAll(async () => {
      const bytes = await comic({ pages: 2 })
      const files: Record<string, Uint8Array> = {}
      for (let number = 1; number <= BOOKS; number++) files[`Series ${number % 8}/Book ${number}.cbz`] = bytes
      writeLibrary(root, files)
      octavo = await startOctavo({ database, libraries: [root] })
      admin = await octavo.signInAsAdmin()
      const [library] = await firstScans(admin)
      id = library?.id ?? ''
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
      aside.remove()
    })

    test('C01: requested twenty times at once run once, and add no book twice', async () => {
      const before = await allBooks(admin)
      const answers = await Promise.all(Array.from({ length: 20 }, () => trigger('deep')))
      const statuses = answers.map(answer => answer.status).sort()
      expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(1)
      expect(new Set(statuses)).toEqual(new Set([200, 409]))
      await idle()
      const after = await allBooks(admin)
      expect(after.map(book => book.id)).toEqual(before.map(book => book.id))
      expect(new Set(await paths()).size).toBe(BOOKS)
      const series = await admin.get<SeriesPage>('/api/v1/series')
      expect([series.total, series.data.reduce((sum, each) => sum + each.bookCount, 0)]).toEqual([8, BOOKS])
    })

    test('refuse a second one meanwhile, are listed, and can be cancelled', async () => {
      const begun = ScanStatusDto.parse(await admin.post(`/api/v1/libraries/${id}/scan?mode=deep`))
      expect(['pending', 'processing']).toContain(begun.status)
      const second = await trigger()
      expect(await refusal(second)).toBe('409 Conflict')
      expect((await active()).map(each => each.libraryId)).toEqual([id])
      const stopped = await cancel()
      expect([stopped.status, await stopped.text()]).toEqual([204, ''])
      expect((await scanEnd(admin, id)).status).toBe('cancelled')
      await idle()
      expect(await refusal(await cancel())).toBe('404 NotFound')
      expect((await allBooks(admin)).length).toBe(BOOKS)
      expect((await scan(admin, id)).status).toBe('completed')
    })

    test('need a known mode and an existing library', async () => {
      expect(await refusal(await trigger('thorough'))).toBe('400 BadRequest')
      for (const place of ['scan', 'scan/cancel', 'confirm-missing']) {
        const nobody = await admin.fetch(`/api/v1/libraries/${crypto.randomUUID()}/${place}`, { method: 'POST' })
        expect(await refusal(nobody)).toBe('404 NotFound')
      }
    })

    test('of a missing or empty folder remove no book', async () => {
      const before = await allBooks(admin)
      renameSync(root, join(aside.path, 'Library'))
      for (const make of [() => undefined, () => mkdirSync(root)]) {
        make()
        for (const mode of ['normal', 'deep']) {
          const { status, errors } = await scan(admin, id, mode)
          expect([mode, status]).toEqual([mode, 'failed'])
          expect(errors.join('\n')).toContain(root)
          expect(errors.join('\n')).toContain('mounted')
        }
      }
      expect(await allBooks(admin)).toEqual([...before])
      rmSync(root, { recursive: true })
      renameSync(join(aside.path, 'Library'), root)
      expect((await scan(admin, id)).status).toBe('completed')
      const after = await allBooks(admin)
      const identity = (books: typeof before) => books.map(book => [book.id, book.analyzed, book.createdAt])
      expect(identity(after)).toEqual(identity(before))
    })

    test('that miss a large part of the books need confirmation', async () => {
      for (const number of [1, 2]) renameSync(join(root, `Series ${number}`), join(aside.path, `Series ${number}`))
      const doubted = await scan(admin, id)
      expect(doubted.status).toBe('failed')
      expect(doubted.errors.join('\n')).toContain('60 of 240 books are gone')
      expect((await allBooks(admin)).length).toBe(BOOKS)
      expect((await scan(admin, id, 'deep')).status).toBe('failed')
      const { absences } = await admin.get<LibraryDto>(`/api/v1/libraries/${id}`)
      expect(absences).toMatchObject([{ path: '', reason: 'many_gone', books: 60, mayConfirm: true }])
      const confirm = (body: object) =>
        admin.fetch(`/api/v1/libraries/${id}/confirm-missing`, {
          method: 'POST',
          headers: JSON_HEADERS,
          body: JSON.stringify(body),
        })
      expect(await refusal(await confirm({ path: 'Series 1' }))).toBe('409 Conflict')
      // More is lost before the confirmed scan begins: that was not confirmed.
      renameSync(join(root, 'Series 3'), join(aside.path, 'Series 3'))
      expect((await confirmMissing(admin, id)).status).toBe('failed')
      expect((await allBooks(admin)).length).toBe(BOOKS)
      renameSync(join(aside.path, 'Series 3'), join(root, 'Series 3'))
      expect((await scan(admin, id)).errors.join()).toContain('60 of 240')
      expect((await confirm({ path: '' })).status).toBe(200)
      expect((await scanEnd(admin, id)).status).toBe('completed')
      expect((await allBooks(admin)).length).toBe(BOOKS - 60)
      expect((await admin.get<LibraryDto>(`/api/v1/libraries/${id}`)).absences).toEqual([])
      expect(await refusal(await confirm({}))).toBe('409 Conflict')
      for (const number of [1, 2]) renameSync(join(aside.path, `Series ${number}`), join(root, `Series ${number}`))
      expect((await scan(admin, id)).status).toBe('completed')
      expect((await paths()).length).toBe(BOOKS)
    })

    test('interrupted by a restart continue and find everything', async () => {
      const bytes = await comic({ pages: 3, size: { width: 90, height: 60 } })
      const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`More/More ${index}.cbz`, bytes]))
      writeLibrary(root, many)
      expect((await trigger()).status).toBe(200)
      await octavo.restart()
      await until(paths, found => found.length === BOOKS + 200)
      await idle()
      expect((await allBooks(admin)).every(book => book.analyzed && book.pageCount > 0)).toBe(true)
      rmSync(join(root, 'More'), { recursive: true })
      expect((await scan(admin, id)).status).toBe('failed')
      expect((await confirmMissing(admin, id)).status).toBe('completed')
    })

    test('find new files, and preview a folder', async () => {
      writeLibrary(join(folder.path, 'Second'), { 'Rain/Rain 01.cbz': await comic({ pages: 2 }), 'Rain/note.txt': 'x' })
      const preview = { path: join(folder.path, 'Second') }
      const answer = await admin.post<object>('/api/v1/libraries/preview-scan', preview)
      expect(answer).toMatchObject({ totalFiles: 1, detectedSeries: [{ name: 'Rain', bookCount: 1 }] })
      const second = await makeLibrary(admin, 'Second', preview.path)
      expect(second.bookCount).toBe(1)
      writeLibrary(preview.path, { 'Rain/Rain 02.cbz': await comic({ pages: 5 }) })
      const report = await scan(admin, second.id)
      expect(report).toMatchObject({ status: 'completed', filesTotal: 2, booksFound: 2 })
      expect(readdirSync(preview.path)).toEqual(['Rain'])
      const wrong = { method: 'POST', headers: JSON_HEADERS, body: '{"path":"/nowhere/at/all"}' }
      expect(await refusal(await admin.fetch('/api/v1/libraries/preview-scan', wrong))).toBe('400 BadRequest')
    })
  })
}
