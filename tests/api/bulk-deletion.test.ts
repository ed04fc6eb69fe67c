// Deleting the files of a selection from the disk: previewed, confirmed by the number of books, and recorded by library.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AuditEntryDto } from '@octavo/contract/audit'
import { BulkFileDeletionDto } from '@octavo/contract/bulk-file-deletion'
import { FileDeletionPreviewDto } from '@octavo/contract/file-deletion'
import type { Paginated } from '@octavo/contract/paging'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { allBooks, bookAt, firstScans, JSON_HEADERS, refusal, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`files of a selection deleted from the disk on ${database}`, () => {
    const comics = temporaryFolder('bulk-deletion')
    const others = temporaryFolder('bulk-deletion-others')
    let octavo: Inhabited
    let maintainer: Client
    const send = (who: Client, kind: 'books' | 'series', body: object, preview = '') =>
      who.fetch(`/api/v1/${kind}/bulk/files/deletion${preview}`, {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify(body),
      })
    const preview = async (kind: 'books' | 'series', body: object) =>
      FileDeletionPreviewDto.parse(await (await send(maintainer, kind, body, '/preview')).json())
    const remove = async (kind: 'books' | 'series', body: object) =>
      BulkFileDeletionDto.parse(await (await send(maintainer, kind, body)).json())
    const id = async (path: string) => (await bookAt(octavo.admin, path)).id
    const log = async () =>
      (await octavo.admin.get<Paginated<AuditEntryDto>>('/api/v1/audit?action=files_deleted')).data.map(one =>
        AuditEntryDto.parse(one),
      )

    beforeAll(async () => {
      const pages = (n: number) => comic({ pages: 2, size: { width: 60 + n, height: 90 } })
      writeLibrary(comics.path, {
        'Tide/Tide 01.cbz': await pages(1),
        'Tide/Tide 01.opf': '<package/>',
        'Tide/Tide 02.cbz': await pages(2),
        'Rain/Rain 01.cbz': await pages(3),
        'Snow/Snow 01.cbz': await pages(4),
        'Stay/Stay 01.cbz': await pages(5),
        'Late/Late 01.cbz': await pages(6),
      })
      writeLibrary(others.path, { 'Dune/Dune 01.cbz': await pages(7), 'Ash/Ash 01.cbz': await pages(8) })
      octavo = await startInhabited({
        database,
        libraries: [comics.path, others.path],
        env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
      })
      await firstScans(octavo.admin, 2)
      maintainer = await octavo.addUser('keeper', 'maintainer')
    })
    afterAll(async () => {
      await octavo?.stop()
      comics.remove()
      others.remove()
    })

    test('are previewed with their files, size and readers', async () => {
      const reader = await octavo.addUser('guest')
      const bookIds = [await id('Tide/Tide 01.cbz'), await id('Dune/Dune 01.cbz')]
      await reader.put(`/api/v1/books/${bookIds[1]}/progress`, { currentPage: 1 })
      const shown = await preview('books', { bookIds: [...bookIds, crypto.randomUUID()] })
      expect(shown).toMatchObject({
        allowed: true,
        confirm: '2',
        books: 2,
        fileCount: 3,
        spared: [],
        readers: ['guest'],
      })
      expect(shown.files.map(({ path }) => path).toSorted()).toEqual([
        'Dune/Dune 01.cbz',
        'Tide/Tide 01.cbz',
        'Tide/Tide 01.opf',
      ])
      const sizes = (await allBooks(octavo.admin)).filter(book => bookIds.includes(book.id)).map(book => book.fileSize)
      expect(shown.size).toBe(sizes.reduce((sum, size) => sum + size, '<package/>'.length))
      expect(await refusal(await send(reader, 'books', { bookIds }, '/preview'))).toBe('403 Forbidden')
      expect(await refusal(await send(reader, 'books', { bookIds, confirm: '2' }))).toBe('403 Forbidden')
    })

    test('need the number of books, and some that are visible', async () => {
      const seriesIds = [(await seriesNamed(octavo.admin, 'Tide')).id, (await seriesNamed(octavo.admin, 'Snow')).id]
      expect((await preview('series', { seriesIds })).confirm).toBe('3')
      expect(await refusal(await send(maintainer, 'series', { seriesIds, confirm: '2' }))).toBe('400 BadRequest')
      expect(await refusal(await send(maintainer, 'series', { seriesIds: [], confirm: '0' }))).toBe(
        '422 UnprocessableEntity',
      )
      const many = Array.from({ length: 101 }, () => crypto.randomUUID())
      expect(await refusal(await send(maintainer, 'series', { seriesIds: many, confirm: '1' }))).toBe(
        '422 UnprocessableEntity',
      )
      expect(await refusal(await send(maintainer, 'books', { bookIds: many, confirm: '0' }))).toBe('404 NotFound')
      expect(await log()).toEqual([])
      expect(readdirSync(join(comics.path, 'Tide'))).toHaveLength(3)
    })

    test('are deleted except those that changed, with an entry in the log for each library', async () => {
      writeFileSync(join(comics.path, 'Late/Late 01.cbz'), 'another file')
      const paths = ['Rain/Rain 01.cbz', 'Tide/Tide 02.cbz', 'Late/Late 01.cbz', 'Ash/Ash 01.cbz']
      const bookIds = await Promise.all(paths.map(id))
      for (const confirm of ['2', '5', '3.5', 'Rain']) {
        expect(await refusal(await send(maintainer, 'books', { bookIds, confirm }))).toBe('400 BadRequest')
      }
      const done = await remove('books', { bookIds, confirm: '3', removeEmptyFolder: true })
      expect(done).toMatchObject({ books: 3, files: 3, failed: 1 })
      expect(done.foldersRemoved.toSorted()).toEqual(['Ash', 'Rain'])
      expect(done.spared).toMatchObject([{ path: 'Late/Late 01.cbz', why: 'changed' }])
      expect(existsSync(join(comics.path, 'Late/Late 01.cbz'))).toBe(true)
      expect(readdirSync(comics.path).toSorted()).toEqual(['Late', 'Snow', 'Stay', 'Tide'])
      const entries = await log()
      expect(
        entries.map(({ subjectKind, outcome, user, details }) => [
          subjectKind,
          outcome,
          user,
          (details.books as string[]).length,
          (details.spared as { path: string }[]).map(({ path }) => path),
        ]),
      ).toEqual([
        ['library', 'done', 'keeper', 2, ['Late/Late 01.cbz']],
        ['book', 'done', 'keeper', 1, []],
      ])
    })

    test('of several series are deleted whole, and a failure of all is an answer with reasons', async () => {
      const seriesIds = [(await seriesNamed(octavo.admin, 'Tide')).id, (await seriesNamed(octavo.admin, 'Snow')).id]
      const done = await remove('series', { seriesIds, confirm: '2' })
      expect(done).toMatchObject({ books: 2, files: 3, failed: 0, spared: [] })
      expect(readdirSync(join(comics.path, 'Snow'))).toEqual([])
      const late = await remove('books', { bookIds: [await id('Late/Late 01.cbz')], confirm: '0' })
      expect(late).toMatchObject({ books: 0, files: 0, size: 0, failed: 1 })
      const [library] = (await octavo.admin.get<Paginated<{ id: string; name: string }>>('/api/v1/libraries')).data
      expect(await scan(octavo.admin, library?.id ?? '')).toMatchObject({ status: 'completed' })
      expect((await allBooks(octavo.admin)).map(({ title }) => title)).toContain('Stay 01')
    })
  })
}
