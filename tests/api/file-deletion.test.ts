// Deleting files from the disk: only if enabled, permitted, confirmed, within the library's folder, and recorded; and
// the log after a crash in between.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AuditEntryDto } from '@octavo/contract/audit'
import type { BookDto } from '@octavo/contract/book'
import { FileDeletionDto, FileDeletionPreviewDto } from '@octavo/contract/file-deletion'
import type { Paginated } from '@octavo/contract/paging'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { allBooks, bookAt, confirmMissing, firstScans, JSON_HEADERS, refusal, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`files deleted from the disk on ${database}`, () => {
    const folder = temporaryFolder('deletion')
    const outside = temporaryFolder('deletion-outside')
    const at = (path: string) => join(folder.path, path)
    let octavo: Inhabited
    let admin: Client
    let maintainer: Client
    let reader: Client
    let libraryId: string
    const send = (who: Client, method: string, path: string, body?: object) =>
      who.fetch(`/api/v1${path}`, { method, ...(body && { headers: JSON_HEADERS, body: JSON.stringify(body) }) })
    const remove = (who: Client, id: string, body: object) => send(who, 'DELETE', `/books/${id}/file`, body)
    const preview = async (path: string) => FileDeletionPreviewDto.parse(await maintainer.get(`/api/v1${path}`))
    const log = async (query = '') =>
      (await admin.get<Paginated<AuditEntryDto>>(`/api/v1/audit?${query}`)).data.map(one => AuditEntryDto.parse(one))
    const messageOf = async (answer: Response) => ((await answer.clone().json()) as { message: string }).message
    const missing = () =>
      admin.get<Paginated<{ id: string; readers: string[] }>>(`/api/v1/libraries/${libraryId}/missing-books`)

    beforeAll(async () => {
      const pages = (n: number) => comic({ pages: 2, size: { width: 60 + n, height: 90 } })
      writeLibrary(folder.path, {
        'Tide/Tide 01.cbz': await pages(1),
        'Tide/Tide 01.opf': '<package/>',
        'Tide/tide 01.JPG': 'no picture',
        'Tide/Tide 02.cbz': await pages(2),
        'Tide/series.json': '{}',
        'Twin/Same.cbz': await pages(3),
        'Twin/Same.epub': 'no book',
        'Twin/Same.jpg': 'of both',
        'Rain/Rain 01.cbz': await pages(4),
        'Rain/Rain 02.cbz': await pages(5),
        'Rain/Rain 02.opf': '<package/>',
        'Keep/Keep 01.cbz': await pages(6),
        'Linked/Linked 01.cbz': await pages(7),
        'Fresh/Fresh 01.cbz': await pages(8),
        'Crash/Crash 01.cbz': await pages(10),
        'Crash/Crash 02.cbz': await pages(11),
      })
      octavo = await startInhabited({
        database,
        libraries: [folder.path],
        env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
      })
      admin = octavo.admin
      libraryId = (await firstScans(admin))[0]?.id ?? ''
      maintainer = await octavo.addUser('keeper', 'maintainer')
      reader = await octavo.addUser('guest')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
      outside.remove()
    })

    test('are previewed, with everything that is deleted with them', async () => {
      expect(await octavo.anonymous.get('/api/v1/info')).toMatchObject({ deletesFiles: true })
      const tide = await bookAt(admin, 'Tide/Tide 01.cbz')
      await reader.put(`/api/v1/books/${tide.id}/progress`, { currentPage: 1 })
      const shown = await preview(`/books/${tide.id}/file/deletion`)
      expect(shown).toMatchObject({ allowed: true, confirm: 'Tide 01.cbz', books: 1, fileCount: 3, spared: [] })
      expect(shown.readers).toEqual(['guest'])
      expect(shown.files.map(({ path, kind }) => [path, kind]).toSorted()).toEqual([
        ['Tide/Tide 01.cbz', 'book'],
        ['Tide/Tide 01.opf', 'sidecar'],
        ['Tide/tide 01.JPG', 'sidecar'],
      ])
      expect(shown.size).toBe(tide.fileSize + '<package/>'.length + 'no picture'.length)
      // A picture that two books share stays.
      const twin = await bookAt(admin, 'Twin/Same.cbz')
      expect((await preview(`/books/${twin.id}/file/deletion`)).files.map(({ path }) => path)).toEqual([
        'Twin/Same.cbz',
      ])
      const rain = await seriesNamed(admin, 'Rain')
      const all = await preview(`/series/${rain.id}/files/deletion`)
      expect([all.confirm, all.books, all.fileCount]).toEqual(['Rain', 2, 3])
    })

    test('need the permission, the exact name and a visible book', async () => {
      const tide = await bookAt(admin, 'Tide/Tide 01.cbz')
      const confirm = 'Tide 01.cbz'
      expect(await refusal(await remove(reader, tide.id, { confirm }))).toBe('403 Forbidden')
      expect(await refusal(await send(reader, 'GET', `/books/${tide.id}/file/deletion`))).toBe('403 Forbidden')
      expect((await remove(octavo.anonymous, tide.id, { confirm })).status).toBe(401)
      expect(await refusal(await remove(maintainer, tide.id, {}))).toBe('422 UnprocessableEntity')
      expect(await refusal(await remove(maintainer, tide.id, { confirm: 'Tide 02.cbz' }))).toBe('400 BadRequest')
      expect(await refusal(await remove(maintainer, crypto.randomUUID(), { confirm }))).toBe('404 NotFound')
      const series = await seriesNamed(admin, 'Rain')
      const whole = `/series/${series.id}/files`
      expect(await refusal(await send(reader, 'DELETE', whole, { confirm: 'Rain' }))).toBe('403 Forbidden')
      expect(await refusal(await send(maintainer, 'DELETE', whole, { confirm: 'rain' }))).toBe('400 BadRequest')
      expect(readdirSync(at('Tide'))).toHaveLength(5)
      expect(await log('action=files_deleted')).toEqual([])
      expect(await refusal(await send(maintainer, 'GET', '/audit'))).toBe('403 Forbidden')
    })

    test('are deleted, the book is hidden with everyone’s progress, and the audit log names the user', async () => {
      const tide = await bookAt(admin, 'Tide/Tide 01.cbz')
      const stream = await openEventStream(reader)
      const done = FileDeletionDto.parse(await (await remove(maintainer, tide.id, { confirm: 'Tide 01.cbz' })).json())
      expect(done).toMatchObject({ books: 1, files: 3, foldersRemoved: [], spared: [] })
      expect(readdirSync(at('Tide')).toSorted()).toEqual(['Tide 02.cbz', 'series.json'])
      await stream.heard(({ data }) => data.type === 'book_deleted' && data.bookId === tide.id)
      stream.close()
      expect((await seriesNamed(admin, 'Tide')).bookCount).toBe(1)
      expect((await missing()).data.map(({ id, readers }) => [id, readers])).toEqual([[tide.id, ['guest']]])
      const [entry] = await log()
      expect(entry).toMatchObject({
        id: done.auditId,
        user: 'keeper',
        action: 'files_deleted',
        outcome: 'done',
        subjectKind: 'book',
        subjectId: tide.id,
        subjectName: tide.title,
        libraryId,
        message: null,
        details: { books: [tide.id], deletedFiles: 3, deletedBytes: done.size },
      })
      // A scan finds nothing amiss, and a second request finds nothing to delete.
      expect(await scan(admin, libraryId)).toMatchObject({ status: 'completed', errors: [] })
      expect(await refusal(await remove(maintainer, tide.id, { confirm: 'Tide 01.cbz' }))).toBe('404 NotFound')
      // The file from a backup brings the book back as it was.
      writeFileSync(at('Tide/Tide 01.cbz'), await comic({ pages: 2, size: { width: 61, height: 90 } }))
      await scan(admin, libraryId)
      expect((await bookAt(admin, 'Tide/Tide 01.cbz')).id).toBe(tide.id)
      expect(await reader.get(`/api/v1/books/${tide.id}/progress`)).toMatchObject({ currentPage: 1 })
    })

    test('of a series are deleted with its folder on request', async () => {
      const rain = await seriesNamed(admin, 'Rain')
      const answer = await send(maintainer, 'DELETE', `/series/${rain.id}/files`, {
        confirm: 'Rain',
        removeEmptyFolder: true,
      })
      const done = FileDeletionDto.parse(await answer.json())
      expect(done).toMatchObject({ books: 2, files: 3, foldersRemoved: ['Rain'] })
      expect(existsSync(at('Rain'))).toBe(false)
      expect((await send(maintainer, 'GET', `/series/${rain.id}/files/deletion`)).status).toBe(404)
      const [entry] = await log('action=files_deleted')
      expect(entry).toMatchObject({ subjectKind: 'series', subjectName: 'Rain', outcome: 'done' })
      expect(entry?.details.foldersRemoved).toEqual(['Rain'])
      // A folder in which something is left stays.
      const tide = await seriesNamed(admin, 'Tide')
      const partial = await send(maintainer, 'DELETE', `/series/${tide.id}/files`, {
        confirm: 'Tide',
        removeEmptyFolder: true,
      })
      expect(await partial.json()).toMatchObject({ books: 2, foldersRemoved: [] })
      expect(readdirSync(at('Tide'))).toEqual(['series.json'])
    })

    test('are never deleted through a symbolic link, or if they changed since the scan', async () => {
      const linked = await bookAt(admin, 'Linked/Linked 01.cbz')
      renameSync(at('Linked'), join(outside.path, 'Linked'))
      symlinkSync(join(outside.path, 'Linked'), at('Linked'))
      const seen = `/books/${linked.id}/file/deletion`
      expect((await preview(seen)).spared).toMatchObject([{ why: 'linked_path' }])
      const through = await remove(maintainer, linked.id, { confirm: 'Linked 01.cbz' })
      expect(await reasonOf(through.clone())).toBe('file_special')
      expect([await refusal(through.clone()), await messageOf(through)]).toEqual([
        '409 Conflict',
        'The path to this file contains a link. Nothing is deleted through links.',
      ])
      rmSync(at('Linked'))
      mkdirSync(at('Linked'))
      symlinkSync(join(outside.path, 'Linked/Linked 01.cbz'), at('Linked/Linked 01.cbz'))
      const link = await remove(maintainer, linked.id, { confirm: 'Linked 01.cbz' })
      expect(await messageOf(link)).toContain('a link or a device')
      expect(existsSync(join(outside.path, 'Linked/Linked 01.cbz'))).toBe(true)
      const fresh = await bookAt(admin, 'Fresh/Fresh 01.cbz')
      writeFileSync(at('Fresh/Fresh 01.cbz'), 'another file')
      const other = await remove(maintainer, fresh.id, { confirm: 'Fresh 01.cbz' })
      expect(await reasonOf(other.clone())).toBe('file_changed')
      expect([await refusal(other.clone()), await messageOf(other)]).toEqual([
        '409 Conflict',
        'The file has changed since it was scanned. Scan the library first.',
      ])
      expect(existsSync(at('Fresh/Fresh 01.cbz'))).toBe(true)
      rmSync(at('Fresh/Fresh 01.cbz'))
      const gone = await remove(maintainer, fresh.id, { confirm: 'Fresh 01.cbz' })
      expect(await messageOf(gone)).toContain('is no longer there')
    })

    test('interrupted by a kill are reported truthfully', async () => {
      const [first, second] = [await bookAt(admin, 'Crash/Crash 01.cbz'), await bookAt(admin, 'Crash/Crash 02.cbz')]
      const series = await seriesNamed(admin, 'Crash')
      // The act as it stands when the process dies behind the first file: written down, not ended.
      await octavo.execute(
        `insert into audit_log (id, at, user_name, action, outcome, subject_kind, subject_id, subject_name, library_id, library_name, details)
         values ('${crypto.randomUUID()}', 1, 'keeper', 'files_deleted', 'begun', 'series', '${series.id}', 'Crash', '${libraryId}', 'L',
         '${JSON.stringify({ books: [first.id, second.id], files: [], size: 1, deletedFiles: 0, deletedBytes: 0, foldersRemoved: [], spared: [] })}')`,
      )
      rmSync(at('Crash/Crash 01.cbz'))
      await octavo.restart()
      const [entry] = await until(
        () => log('action=files_deleted'),
        ([last]) => last?.outcome !== 'begun',
      )
      expect(entry).toMatchObject({ outcome: 'interrupted', user: 'keeper' })
      expect(entry?.message).toContain('the files of 1 of 2 books are gone')
      expect(
        (await allBooks(admin)).filter((book: BookDto) => book.seriesId === series.id).map(({ id }) => id),
      ).toEqual([second.id])
    })

    test('agree in log and on disk whenever the process is killed', async () => {
      const many = Array.from({ length: 150 }, (_, n) => `Many/Many ${n}.cbz`)
      const bytes = await comic({ pages: 1, size: { width: 50, height: 70 } })
      writeLibrary(folder.path, Object.fromEntries(many.map(path => [path, bytes])))
      await scan(admin, libraryId)
      const series = await seriesNamed(admin, 'Many')
      const cut = send(admin, 'DELETE', `/series/${series.id}/files`, { confirm: 'Many' }).catch(() => null)
      await until(
        async () => readdirSync(at('Many')).length,
        left => left < many.length,
      )
      await octavo.restart('killed')
      await cut
      const [entry] = await until(
        () => log('action=files_deleted'),
        ([last]) => last?.subjectName === 'Many' && last.outcome !== 'begun',
      )
      const left = readdirSync(at('Many')).length
      expect(entry?.outcome).toBe(left === 0 ? 'done' : 'interrupted')
      if (left > 0) expect(entry?.message).toContain(`the files of ${150 - left} of 150 books are gone`)
      const listed = (await allBooks(admin)).filter(book => book.seriesId === series.id)
      expect(listed.map(book => book.path).toSorted()).toEqual(
        readdirSync(at('Many'))
          .map(name => at(`Many/${name}`))
          .toSorted(),
      )
      rmSync(at('Many'), { recursive: true })
    })

    test('and other permanent deletions are in the log, newest first', async () => {
      // What the server that was killed had begun is taken up by this one, and hides more books.
      await until(
        () => admin.get<{ pending: number; processing: number }>('/api/v1/tasks/stats'),
        ({ pending, processing }) => pending + processing === 0,
      )
      const before = (await missing()).total
      expect(before).toBeGreaterThan(1)
      const [one] = (await missing()).data
      await send(maintainer, 'DELETE', `/libraries/${libraryId}/missing-books/${one?.id}`)
      await send(maintainer, 'DELETE', `/libraries/${libraryId}/purge-deleted`)
      // Nothing more to purge is nothing to write down.
      await send(maintainer, 'DELETE', `/libraries/${libraryId}/purge-deleted`)
      const purges = await log('action=books_purged')
      expect(
        purges.map(({ subjectKind, details, outcome, user }) => [subjectKind, details.books, outcome, user]),
      ).toEqual([
        ['library', before - 1, 'done', 'keeper'],
        ['book', 1, 'done', 'keeper'],
      ])
      for (const name of ['Keep', 'Twin', 'Crash']) renameSync(at(name), join(outside.path, name))
      await scan(admin, libraryId)
      await confirmMissing(admin, libraryId)
      expect((await log())[0]).toMatchObject({ action: 'missing_confirmed', user: 'admin', outcome: 'done' })
      await admin.patch(`/api/v1/libraries/${libraryId}`, { path: join(outside.path, 'Keep') })
      expect((await log())[0]).toMatchObject({ action: 'library_folders_changed', subjectId: libraryId })
      await send(admin, 'DELETE', `/libraries/${libraryId}`)
      const [last] = await log(`libraryId=${libraryId}`)
      expect(last).toMatchObject({ action: 'library_deleted', outcome: 'done', user: 'admin' })
      const page = await admin.get<Paginated<AuditEntryDto>>('/api/v1/audit?page=2&pageSize=2')
      expect([page.data.length, page.page, page.total]).toEqual([2, 2, (await log('pageSize=100')).length])
      expect(await refusal(await admin.fetch('/api/v1/audit?action=everything'))).toBe('400 BadRequest')
    })
  })
}

test('a server without the setting deletes nothing', async () => {
  const folder = temporaryFolder('deletion-off')
  writeLibrary(folder.path, { 'Tide/Tide 01.cbz': await comic({ pages: 1 }) })
  const octavo = await startInhabited({ database: 'sqlite', libraries: [folder.path] })
  await firstScans(octavo.admin)
  const [book] = await allBooks(octavo.admin)
  const path = `/api/v1/books/${book?.id}/file`
  expect(await octavo.admin.get<{ allowed: boolean }>(`${path}/deletion`)).toMatchObject({ allowed: false })
  const answer = await octavo.admin.fetch(path, {
    method: 'DELETE',
    headers: JSON_HEADERS,
    body: JSON.stringify({ confirm: 'Tide 01.cbz' }),
  })
  expect(await refusal(answer.clone())).toBe('409 Conflict')
  expect(await answer.text()).toContain('OCTAVO_LIBRARIES_DELETE_FILES')
  expect(existsSync(join(folder.path, 'Tide/Tide 01.cbz'))).toBe(true)
  expect(await octavo.anonymous.get('/api/v1/info')).toMatchObject({ deletesFiles: false })
  await octavo.stop()
  folder.remove()
})

async function reasonOf(answer: Response): Promise<string | undefined> {
  return ((await answer.json()) as { details?: { reason?: string } }).details?.reason
}
