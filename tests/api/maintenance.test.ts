// Jobs that look after what is there: whole files, duplicates, files that belong to nothing.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
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
import type { BookDto } from '@octavo/contract/book'
import type { BookErrorDto } from '@octavo/contract/book-error'
import type { CleanupResultDto, OrphanStatsDto } from '@octavo/contract/clean-up'
import type { ListDuplicatesResponse, ListSeriesDuplicatesResponse } from '@octavo/contract/duplicate'
import type { LibraryDto } from '@octavo/contract/library'
import type { ScheduleDryRunResponse, ScheduleDto } from '@octavo/contract/schedule'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { allBooks, bookAt, firstScans, JSON_HEADERS, makeLibrary, scan } from './catalogue'
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
    let reader: Client
    let library: LibraryDto

    /** Makes a job, runs it, and answers how it ended. */
    async function run(config: object, libraryId: string | null = library.id): Promise<ScheduleDto> {
      const made = await admin.post<ScheduleDto>('/api/v1/schedules', { libraryId, cronSchedule: '0 0 1 1 *', config })
      await admin.post(`/api/v1/schedules/${made.id}/run-now`)
      const ended = await until(
        () => admin.get<ScheduleDto>(`/api/v1/schedules/${made.id}`),
        ({ lastRunStatus }) => lastRunStatus !== null,
      )
      await admin.delete(`/api/v1/schedules/${made.id}`)
      return ended
    }
    const dryRun = async (config: object, libraryId: string | null = library.id) => {
      const made = await admin.post<ScheduleDto>('/api/v1/schedules', { libraryId, cronSchedule: '0 0 1 1 *', config })
      const plan = await admin.post<ScheduleDryRunResponse>(`/api/v1/schedules/${made.id}/dry-run`)
      await admin.delete(`/api/v1/schedules/${made.id}`)
      return plan
    }
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
      reader = await octavo.addUser('reader')
      library = (await firstScans(admin))[0] as LibraryDto
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    describe('integrity', () => {
      test('whole files have no trouble', async () => {
        const plan = await dryRun({ type: 'integrity', mode: 'full' })
        expect(plan).toMatchObject({ job: 'integrity', books: 4 })
        expect(plan.bytes).toBeGreaterThan(1000)
        expect(await full()).toMatchObject({ lastRunStatus: 'success', lastRunMessage: '4 books checked' })
        for (const { path } of await allBooks(admin)) expect(await errorsAt(path)).toEqual([])
      })

      test.each(['Stored/Stored.cbz', 'Packed/Deflated.cbz'])(
        'a flipped byte inside %s is found, and the trouble leaves when the file is whole again',
        async path => {
          const middle = Math.floor(statSync(at(path)).size / 2)
          flip(at(path), middle)
          expect((await full()).lastRunMessage).toBe('4 books checked, 1 book damaged')
          const [error, ...more] = await errorsAt(path)
          expect(more).toEqual([])
          expect(error).toMatchObject({
            errorType: 'page_extraction',
            details: { reason: 'page-corrupt', page: 2, name: 'p002.jpg', damaged: 1 },
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

    describe('duplicates', () => {
      const search = () => run({ type: 'duplicates' }, null)
      const list = (who = admin) => who.get<ListDuplicatesResponse>('/api/v1/duplicates')
      const series = (query = '') => admin.get<ListSeriesDuplicatesResponse>(`/api/v1/duplicates/series${query}`)
      const other = temporaryFolder('maintenance-other')
      let second: LibraryDto

      beforeAll(async () => {
        // Files of one size whose samples are the same and whose content is not: only reading them tells.
        const large = Buffer.alloc(24 * 1024 * 1024, 'page ')
        const comicBytes = await comic({ pages: 1 })
        const twins = [0, 1].map(n => {
          const bytes = Buffer.concat([large, comicBytes])
          bytes.writeUInt8(n, 3 * 1024 * 1024 + 12_345)
          return bytes
        })
        writeLibrary(other.path, {
          'Copies/Copy.cbz': readFileSync(at('Stored/Stored.cbz')),
          'sóund!/Another.cbz': await comic({ pages: 4 }),
          'Twins/One.cbz': twins[0] as Buffer,
          'Twins/Two.cbz': twins[1] as Buffer,
        })
        second = await makeLibrary(admin, 'Second', other.path)
      })
      afterAll(async () => {
        await admin.delete(`/api/v1/libraries/${second.id}`)
        other.remove()
      })

      test('are files of the same content, and series of the same title', async () => {
        expect((await list()).totalGroups).toBe(0)
        expect((await dryRun({ type: 'duplicates' }, null)).books).toBeGreaterThanOrEqual(2)
        expect(await search()).toMatchObject({ lastRunStatus: 'success' })
        const found = await list(reader)
        const same = [await bookAt(admin, 'Stored/Stored.cbz'), await bookAt(admin, 'Copies/Copy.cbz')]
        expect(found).toMatchObject({
          totalGroups: 1,
          totalDuplicateBooks: 2,
          duplicates: [
            {
              fileHash: createHash('sha256')
                .update(readFileSync(at('Stored/Stored.cbz')))
                .digest('hex'),
              bookIds: same.map((book: BookDto) => book.id),
              duplicateCount: 2,
            },
          ],
        })
        const titles = await series('?matchType=title')
        expect(titles).toMatchObject({ totalGroups: 1, totalDuplicateSeries: 2, titleGroups: 1, externalIdGroups: 0 })
        expect(titles.duplicates[0]).toMatchObject({ matchType: 'title', matchKey: 'sound', libraryId: null })
        expect(
          titles.duplicates[0]?.members.map(member => [member.title, member.libraryName, member.bookCount]),
        ).toEqual([
          ['Sound', library.name, 1],
          ['sóund!', 'Second', 1],
        ])
        expect((await series('?matchType=external_id')).totalGroups).toBe(0)
        expect((await admin.fetch('/api/v1/duplicates/series?matchType=looks')).status).toBe(400)
      })

      test('twins by size and samples alone are none', async () => {
        const [one, two] = [await bookAt(admin, 'Twins/One.cbz'), await bookAt(admin, 'Twins/Two.cbz')]
        expect(one.fileHash).toBe(two.fileHash)
        const ids = (await list()).duplicates.flatMap(group => group.bookIds)
        expect(ids).not.toContain(one.id)
      })

      test('one that was dismissed does not come back while it stays as it is', async () => {
        const [group] = (await list()).duplicates
        const path = `/api/v1/duplicates/${group?.id}`
        expect((await reader.fetch(path, { method: 'DELETE' })).status).toBe(403)
        expect((await maintainer.fetch(path, { method: 'DELETE' })).status).toBe(204)
        expect((await maintainer.fetch(path, { method: 'DELETE' })).status).toBe(404)
        expect((await list()).totalGroups).toBe(0)
        await search()
        expect((await list()).totalGroups).toBe(0)
        const [titles] = (await series()).duplicates
        expect((await maintainer.fetch(`/api/v1/duplicates/${titles?.id}`, { method: 'DELETE' })).status).toBe(404)
        const ofSeries = `/api/v1/duplicates/series/${titles?.id}`
        expect((await maintainer.fetch(ofSeries, { method: 'DELETE' })).status).toBe(204)
        await search()
        expect((await series()).totalGroups).toBe(0)
        // A third copy is news.
        writeLibrary(other.path, { 'Copies/Third.cbz': readFileSync(at('Stored/Stored.cbz')) })
        await scan(admin, second.id)
        await search()
        expect((await list()).duplicates[0]?.bookIds.length).toBe(3)
      })

      test('copies that are gone are no duplicates any more', async () => {
        rmSync(join(other.path, 'Copies'), { recursive: true })
        await scan(admin, second.id, 'deep')
        expect((await list()).totalGroups).toBe(0)
        await search()
        expect((await list()).totalGroups).toBe(0)
      })

      test('who may search', async () => {
        const trigger = (who: Client) => who.fetch('/api/v1/duplicates/scan', { method: 'POST' })
        expect((await trigger(reader)).status).toBe(403)
        const answers = await Promise.all([trigger(maintainer), trigger(maintainer), trigger(maintainer)])
        const statuses = answers.map(answer => answer.status)
        expect(statuses).toContain(200)
        expect(statuses.every(status => status === 200 || status === 409)).toBe(true)
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

      test('takes what belongs to nothing, and nothing else', async () => {
        const kept = thumbnails()
        expect(await stats()).toEqual({ orphanedThumbnails: 0, orphanedCovers: 0, totalSizeBytes: 0 })
        const [book] = kept
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
        expect(thumbnails()).toEqual(kept)
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
