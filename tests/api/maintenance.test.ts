// Maintenance jobs: integrity checks, and orphaned files.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { BookErrorDto } from '@octavo/contract/book-error'
import type { CleanupResultDto, OrphanStatsDto } from '@octavo/contract/clean-up'
import type { LibraryDto } from '@octavo/contract/library'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { allBooks, bookAt, firstScans, JSON_HEADERS } from './catalogue'
import { dryRunJob, runJob } from './jobs'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

/** Changes one byte and leaves size and time as they are, as a failing disk does. */
function flip(path: string, at: number): void {
  const { atime, mtime } = statSync(path)
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(path, bytes)
  utimesSync(path, atime, mtime)
}

for (const database of DATABASES) {
  describe(`maintenance on ${database}`, () => {
    const folder = temporaryFolder('maintenance')
    const root = join(folder.path, 'Library')
    const at = (path: string) => join(root, path)
    let octavo: Inhabited
    let admin: Client
    let maintainer: Client
    let library: LibraryDto

    const run = (config: object, libraryId: string | null = library.id) => runJob(admin, libraryId, config)
    const dryRun = (config: object, libraryId: string | null = library.id) => dryRunJob(admin, libraryId, config)
    const full = () => run({ type: 'integrity', mode: 'full' })
    const quick = () => run({ type: 'integrity' })
    const errorsAt = async (path: string) => {
      const { id } = await bookAt(admin, path)
      return admin.get<BookErrorDto[]>(`/api/v1/books/${id}/errors`)
    }

    beforeAll(async () => {
      writeLibrary(root, {
        // Pages large enough that a byte in the middle of the file is a page's.
        'Stored/Stored.cbz': await comic({ pages: 3, size: { width: 400, height: 600 } }),
        'Packed/Deflated.cbz': await comic({ pages: 3, method: 'deflate', size: { width: 400, height: 600 } }),
        'Sound/Sound.cbz': await comic({ pages: 2, comicInfo: { Title: 'Sound', Summary: 'All is well.' } }),
      })
      mkdirSync(at('Other'))
      cpSync(join(FIXTURES, 'cbr/Captain Science #001-cix-cbi.cbr'), at('Other/Science.cbr'))
      octavo = await startInhabited({ database, libraries: [root] })
      admin = octavo.admin
      maintainer = await octavo.addUser('maintainer', 'maintainer')
      library = (await firstScans(admin))[0] as LibraryDto
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    describe('integrity', () => {
      test('whole files have no problem', async () => {
        const plan = await dryRun({ type: 'integrity', mode: 'full' })
        expect(plan).toMatchObject({ job: 'integrity', books: 4 })
        expect(plan.bytes).toBeGreaterThan(1000)
        expect(await full()).toMatchObject({ lastRunStatus: 'success', lastRunMessage: '4 books checked' })
        for (const { path } of await allBooks(admin)) expect(await errorsAt(path)).toEqual([])
      })

      test.each(['Stored/Stored.cbz', 'Packed/Deflated.cbz'])(
        'a flipped byte inside %s is found, and the problem leaves when the file is whole again',
        async path => {
          const middle = Math.floor(statSync(at(path)).size / 2)
          flip(at(path), middle)
          expect((await full()).lastRunMessage).toBe('4 books checked, 1 book damaged')
          const [error, ...more] = await errorsAt(path)
          expect(more).toEqual([])
          expect(error).toMatchObject({
            errorType: 'page_extraction',
            details: { reason: 'page-corrupt', pageNumber: 2, name: 'p002.jpg', damaged: 1 },
          })
          expect(error?.message).toMatch(/^Page 2 \(p002\.jpg\) is damaged/)
          // A quick look does not see what a full check has found, and takes nothing back.
          await quick()
          expect((await errorsAt(path)).map(each => each.errorType)).toContain('page_extraction')
          flip(at(path), middle)
          expect((await full()).lastRunMessage).toBe('4 books checked')
          expect(await errorsAt(path)).toEqual([])
        },
      )

      test('a flipped byte inside a RAR is found', async () => {
        const path = 'Other/Science.cbr'
        const middle = Math.floor(statSync(at(path)).size / 2)
        flip(at(path), middle)
        expect((await full()).lastRunMessage).toBe('4 books checked, 1 book damaged')
        expect((await errorsAt(path))[0]).toMatchObject({
          errorType: 'page_extraction',
          details: { reason: 'page-corrupt' },
        })
        flip(at(path), middle)
        await full()
        expect(await errorsAt(path)).toEqual([])
      })

      test('a quick look finds a file whose content changed unseen, and one that is gone', async () => {
        flip(at('Sound/Sound.cbz'), 100)
        renameSync(at('Stored/Stored.cbz'), join(folder.path, 'aside.cbz'))
        expect(await quick()).toMatchObject({
          lastRunStatus: 'success',
          lastRunMessage: '4 books checked, 1 book damaged, 1 book missing',
        })
        expect((await errorsAt('Sound/Sound.cbz'))[0]).toMatchObject({
          errorType: 'other',
          details: { reason: 'corrupt' },
        })
        expect((await errorsAt('Stored/Stored.cbz'))[0]).toMatchObject({
          errorType: 'other',
          details: { reason: 'unreadable', code: 'ENOENT' },
        })
        flip(at('Sound/Sound.cbz'), 100)
        renameSync(join(folder.path, 'aside.cbz'), at('Stored/Stored.cbz'))
        await quick()
        expect(await errorsAt('Sound/Sound.cbz')).toEqual([])
        expect(await errorsAt('Stored/Stored.cbz')).toEqual([])
      })

      test('a library whose folder is gone makes no book missing', async () => {
        renameSync(root, `${root}-aside`)
        const ended = await full()
        expect(ended).toMatchObject({ lastRunStatus: 'failure' })
        expect(ended.lastRunMessage).toContain(root)
        const ofAll = await run({ type: 'integrity' }, null)
        expect(ofAll).toMatchObject({ lastRunStatus: 'success', lastRunMessage: '1 library skipped' })
        renameSync(`${root}-aside`, root)
        for (const { path } of await allBooks(admin)) expect(await errorsAt(path)).toEqual([])
      })
    })

    describe('clean-up', () => {
      const OLD = new Date(Date.now() - 48 * 3_600_000)
      const write = (path: string, time = OLD) => {
        const file = join(octavo.dataDir, path)
        mkdirSync(join(file, '..'), { recursive: true })
        writeFileSync(file, 'x'.repeat(100))
        utimesSync(file, time, time)
        return file
      }
      const thumbnails = () =>
        readdirSync(join(octavo.dataDir, 'thumbnails/books'), { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => entry.name)
          .sort()
      const stats = (query = '') => admin.get<OrphanStatsDto>(`/api/v1/admin/cleanup-orphans/stats${query}`)
      const nobody = '0190a1b2-0000-7000-8000-0000000000ab'

      test('deletes orphans, and nothing else', async () => {
        const before = thumbnails()
        expect(await stats()).toEqual({ orphanedThumbnails: 0, orphanedCovers: 0, totalSizeBytes: 0 })
        const [book] = before
        const gone = [
          write(`thumbnails/books/ab/${nobody}-abc123.jpg`),
          write(`thumbnails/books/${book?.slice(34, 36)}/${book?.slice(0, 36)}-0ldversion.jpg`),
          write(`thumbnails/books/ab/${nobody}.jpg`),
          write(`thumbnails/books/ab/${nobody}-abc123.jpg.1-x-1-y.part`),
          write('cache/drafts/left.jpg'),
        ]
        const fresh = [write(`thumbnails/books/cd/${nobody}-fresh.jpg`, new Date()), write('notes.txt')]
        const found = await stats('?includeFiles=true')
        expect(found).toMatchObject({ orphanedThumbnails: 3, totalSizeBytes: 500 })
        expect(found.files?.find(file => file.path.endsWith(`${nobody}.jpg`))).toMatchObject({
          fileType: 'thumbnail',
          entityId: nobody,
          sizeBytes: 100,
        })
        expect(await dryRun({ type: 'cleanup' }, null)).toMatchObject({ job: 'cleanup', files: 5, bytes: 500 })
        const result = await admin.delete<CleanupResultDto>('/api/v1/admin/cleanup-orphans')
        expect(result).toEqual({ thumbnailsDeleted: 3, coversDeleted: 0, bytesFreed: 500, failures: 0, errors: [] })
        expect(gone.filter(existsSync)).toEqual([])
        expect(fresh.filter(existsSync)).toEqual(fresh)
        for (const file of fresh) rmSync(file)
        expect(thumbnails()).toEqual(before)
      })

      test('as a task', async () => {
        const file = write(`thumbnails/books/ab/${nobody}-abc123.jpg`)
        expect(await run({ type: 'cleanup' }, null)).toMatchObject({ lastRunStatus: 'success' })
        expect(existsSync(file)).toBe(false)
        const { taskId } = await admin.post<{ taskId: string }>('/api/v1/admin/cleanup-orphans')
        expect(taskId).toMatch(/^[0-9a-f-]{36}$/)
      })

      test('of rendered pages', async () => {
        const old = write(`cache/pages/${'a'.repeat(40)}.jpg`, new Date(Date.now() - 31 * 86_400_000))
        const young = write(`cache/pages/${'b'.repeat(40)}.jpg`)
        const { maxAgeDays } = await admin.post<{ maxAgeDays: number }>('/api/v1/admin/pdf-cache/pages/cleanup')
        expect(maxAgeDays).toBe(30)
        await until(
          async () => existsSync(old),
          exists => !exists,
        )
        expect(existsSync(young)).toBe(true)
        const cleared = await admin.delete<{ bytesReclaimedHuman: string }>('/api/v1/admin/pdf-cache/pages')
        expect(cleared.bytesReclaimedHuman).toMatch(/ (B|KB|MB)$/)
        expect(existsSync(young)).toBe(false)
        // A page that was made before is made again.
        const { id } = await bookAt(admin, 'Other/Science.cbr')
        expect((await admin.fetch(`/api/v1/books/${id}/pages/1`)).status).toBe(200)
        await admin.delete('/api/v1/admin/pdf-cache/pages')
        expect((await admin.fetch(`/api/v1/books/${id}/pages/1`)).status).toBe(200)
      })

      test('is for administrators', async () => {
        for (const [method, path] of [
          ['POST', '/api/v1/admin/cleanup-orphans'],
          ['DELETE', '/api/v1/admin/cleanup-orphans'],
          ['GET', '/api/v1/admin/cleanup-orphans/stats'],
          ['POST', '/api/v1/admin/pdf-cache/pages/cleanup'],
          ['DELETE', '/api/v1/admin/pdf-cache/pages'],
        ] as const) {
          expect((await maintainer.fetch(path, { method, headers: JSON_HEADERS })).status).toBe(403)
        }
      })
    })
  })
}
