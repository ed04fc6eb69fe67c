// The buttons for administrators of KMReader, and the settings of Komga's web app: as in our own API, with its permissions.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { TaskResponse } from '@octavo/contract/task'
import { allBooks, makeLibrary, scan, scanEnd } from '../api/catalogue'
import { DATABASES, type Inhabited, startInhabited } from '../api/people'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { faultsOf } from './komga-document'
import { basic, post } from './komga-library'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of another server's API are walked, and what is found is compared
type Json = Record<string, any>

/** All settings that KMReader sends with a new library. */
const CREATION = {
  ...{ emptyTrashAfterScan: false, scanForceModifiedTime: false, scanOnStartup: false, scanInterval: 'EVERY_6H' },
  ...{ scanCbx: true, scanPdf: true, scanEpub: true, oneshotsDirectory: '', hashFiles: true, hashPages: false },
  scanDirectoryExclusions: ['#recycle', '@eaDir', '@Recycle'],
  ...{
    hashKoreader: false,
    analyzeDimensions: true,
    repairExtensions: false,
    convertToCbz: false,
    seriesCover: 'FIRST',
  },
  ...{ importComicInfoBook: true, importComicInfoSeries: true, importComicInfoCollection: true },
  ...{ importComicInfoReadList: true, importComicInfoSeriesAppendVolume: true, importEpubBook: true },
  ...{ importEpubSeries: true, importMylarSeries: true, importLocalArtwork: true, importBarcodeIsbn: false },
}

for (const database of DATABASES) {
  describe(`administration by apps of Komga on ${database}`, () => {
    const folder = temporaryFolder('komga-administration')
    let octavo: Inhabited
    let admin: Client
    let api: Client
    let kim: Client
    let libraryId: string
    let books: readonly BookDto[]

    beforeAll(async () => {
      const twice = await comic({ pages: 3 })
      writeLibrary(folder.path, {
        'Open/Run/Run 1.cbz': await comic({ pages: 2 }),
        'Open/Run/Run 2.cbz': twice,
        'Open/Copy/Copy 2.cbz': twice,
        'Open/Lost/Lost 1.cbz': await comic({ pages: 4 }),
        'Vault/Zzhidden/Zzhidden 2.cbz': twice,
        'New/Fresh/Fresh 1.cbz': await comic({ pages: 1 }),
        'New/Extras/Extra 1.cbz': await comic({ pages: 5 }),
      })
      octavo = await startInhabited({ database, env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' } })
      ;({ admin } = octavo)
      ;({ id: libraryId } = await makeLibrary(admin, 'Open', join(folder.path, 'Open')))
      await makeLibrary(admin, 'Vault', join(folder.path, 'Vault'))
      books = await allBooks(admin)
      const password = 'Engine-No.1'
      const limited = { username: 'kim', email: 'kim@example.org', password, libraryIds: [libraryId] }
      await admin.post('/api/v1/users', { ...limited, role: 'reader' })
      api = client(`${octavo.url}/komga`, basic(ADMIN.email, ADMIN.password))
      kim = client(`${octavo.url}/komga`, basic('kim', password))
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const book = (name: string) => books.find(({ path }) => path.endsWith(`${name}.cbz`)) as BookDto
    const send = (path: string, method: string, body?: object, as = api) =>
      as.fetch(path, body ? { ...post(body), method } : { method })
    const statusOf = async (...asked: Parameters<typeof send>) => (await send(...asked)).status
    const ours = (id: string) => admin.get<LibraryDto>(`/api/v1/libraries/${id}`)
    const lastAct = async () => (await admin.get<Paginated<AuditEntryDto>>('/api/v1/audit?pageSize=1')).data[0]
    const idle = () =>
      until(
        () => admin.get<TaskResponse[]>('/api/v1/tasks?limit=100'),
        tasks => tasks.every(({ status }) => !['pending', 'processing'].includes(status)),
      )

    test('a library is created, scanned, changed and deleted', async () => {
      const root = join(folder.path, 'New')
      const listing = await api.post<Json>('/api/v1/filesystem', { path: folder.path })
      expect([listing.directories.map(({ name }: Json) => name), listing.files]).toEqual([['New', 'Open', 'Vault'], []])
      const made = await api.post<Json>('/api/v1/libraries', { ...CREATION, name: 'New', root })
      expect(faultsOf(made, 'Library', 'library', new Set())).toEqual([])
      expect(made).toMatchObject({ name: 'New', root, scanInterval: 'EVERY_6H', scanCbx: true })
      await scanEnd(admin, made.id)
      expect((await allBooks(admin)).filter(each => each.libraryId === made.id)).toHaveLength(2)
      expect(await ours(made.id)).toMatchObject({
        paths: [root],
        allowedFormats: null,
        excludedPatterns: '#recycle\n@eaDir\n@Recycle',
        scanningConfig: { enabled: true, cronSchedule: '0 */6 * * *', scanOnStart: false },
      })

      // Apps send every setting back: only what differs changes, and ours stay as fine as they are.
      const at = `/api/v1/libraries/${made.id}`
      await admin.patch(at, {
        scanningConfig: { enabled: true, scanMode: 'deep', cronSchedule: '17 4 * * *', cronTimezone: 'Europe/Paris' },
        allowedFormats: ['CBZ', 'PDF'],
      })
      const shown = await api.get<Json>(at)
      expect(shown).toMatchObject({ scanInterval: 'DAILY', scanCbx: true, scanPdf: true, scanEpub: false })
      expect(await statusOf(at, 'PATCH', { ...shown, name: 'Newer' })).toBe(204)
      expect(await ours(made.id)).toMatchObject({
        name: 'Newer',
        allowedFormats: ['CBZ', 'PDF'],
        scanningConfig: { scanMode: 'deep', cronSchedule: '17 4 * * *', cronTimezone: 'Europe/Paris' },
      })
      const changes = { scanInterval: 'WEEKLY', scanOnStartup: true, emptyTrashAfterScan: true, scanEpub: true }
      const narrower = { ...changes, scanPdf: false, scanDirectoryExclusions: ['Extras', '[Ads]'] }
      expect(await statusOf(at, 'PATCH', { ...shown, name: 'Newer', ...narrower })).toBe(204)
      expect(await ours(made.id)).toMatchObject({
        allowedFormats: ['CBZ', 'EPUB'],
        excludedPatterns: 'Extras\n\\[Ads\\]',
        scanningConfig: { scanMode: 'deep', cronSchedule: '0 3 * * 1', scanOnStart: true, purgeDeletedOnScan: true },
      })
      expect(await api.get<Json>(at)).toMatchObject({ ...narrower, name: 'Newer' })
      expect(await statusOf(at, 'PATCH', { scanInterval: 'DISABLED' })).toBe(204)
      expect(await api.get<Json>(at)).toMatchObject({ ...narrower, scanInterval: 'DISABLED' })
      expect(await statusOf(at, 'PATCH', { scanCbx: false, scanPdf: false, scanEpub: false })).toBe(400)

      expect(await statusOf(`${at}/scan?deep=true`, 'POST')).toBe(202)
      // A second request while the first one waits or runs is accepted as well.
      expect(await statusOf(`${at}/scan`, 'POST')).toBe(202)
      await scanEnd(admin, made.id)
      expect((await allBooks(admin)).filter(each => each.libraryId === made.id)).toHaveLength(1)
      expect(await statusOf('/api/v1/libraries', 'POST', { ...CREATION, name: 'Again', root })).toBe(409)
      expect(await statusOf('/api/v1/libraries', 'POST', { ...CREATION, name: 'None', root: `${root}/x` })).toBe(400)
      expect(await statusOf(at, 'DELETE')).toBe(204)
      expect([await statusOf(at, 'GET'), existsSync(join(root, 'Fresh/Fresh 1.cbz'))]).toEqual([404, true])
      expect(await lastAct()).toMatchObject({ action: 'library_deleted', subjectName: 'Newer' })
    })

    test('files are read again, one by one and together', async () => {
      await admin.put('/api/v1/tasks/control', { paused: true })
      const { id, seriesId } = book('Run 1')
      for (const [of, type] of [
        [`books/${id}`, 'analyze_book'],
        [`series/${seriesId}`, 'analyze_series'],
        [`libraries/${libraryId}`, 'analyze_library'],
      ]) {
        for (const way of ['analyze', 'metadata/refresh']) {
          expect([of, await statusOf(`/api/v1/${of}/${way}`, 'POST')]).toEqual([of, 202])
        }
        const pending = await admin.get<TaskResponse[]>(`/api/v1/tasks?status=pending&taskType=${type}`)
        expect([of, pending.length]).toEqual([of, 1])
      }
      expect(await statusOf('/api/v1/books/thumbnails?for_bigger_result_only=true', 'PUT')).toBe(202)
      const waiting = await admin.get<TaskResponse[]>('/api/v1/tasks?status=pending&limit=100')
      const cancelled = await send('/api/v1/tasks', 'DELETE')
      expect([cancelled.status, await cancelled.json()]).toEqual([200, waiting.length])
      expect(await admin.get<TaskResponse[]>('/api/v1/tasks?status=pending')).toEqual([])
      // They are cancelled, not forgotten.
      expect((await admin.get<TaskResponse[]>('/api/v1/tasks?status=cancelled')).length).toBe(waiting.length)
      expect(await lastAct()).toMatchObject({ action: 'tasks_deleted' })
      await admin.put('/api/v1/tasks/control', { paused: false })
      expect(await statusOf(`/api/v1/books/${id}/analyze`, 'POST')).toBe(202)
      expect((await idle()).every(({ status }) => status !== 'failed')).toBe(true)
    })

    test('duplicates are listed as books, and only among what somebody sees', async () => {
      await admin.post('/api/v1/duplicates/scan')
      await idle()
      const names = async (as: Client, query = '') => {
        const page = await as.get<Json>(`/api/v1/books/duplicates?sort=fileHash,asc${query}`)
        return [page.totalElements, page.content.map(({ name }: Json) => name).sort()]
      }
      expect(await names(api)).toEqual([3, ['Copy 2', 'Run 2', 'Zzhidden 2']])
      expect(await names(api, '&size=2&page=1')).toEqual([3, [expect.any(String)]])
      expect(await names(kim)).toEqual([2, ['Copy 2', 'Run 2']])
    })

    test('lost books are purged, and files are deleted if the server deletes any', async () => {
      rmSync(join(folder.path, 'Open/Lost'), { recursive: true })
      await scan(admin, libraryId)
      const lost = async () =>
        (await admin.get<Paginated<unknown>>(`/api/v1/libraries/${libraryId}/missing-books`)).total
      expect(await lost()).toBe(1)
      expect(await statusOf(`/api/v1/libraries/${libraryId}/empty-trash`, 'POST')).toBe(202)
      expect(await lost()).toBe(0)

      const { id, seriesId } = book('Copy 2')
      expect(await statusOf(`/api/v1/books/${id}/file`, 'DELETE')).toBe(202)
      expect(existsSync(join(folder.path, 'Open/Copy'))).toBe(false)
      expect(await lastAct()).toMatchObject({ action: 'files_deleted' })
      expect(await statusOf(`/api/v1/books/${id}/file`, 'DELETE')).toBe(404)
      expect(await statusOf(`/api/v1/series/${seriesId}/file`, 'DELETE')).toBe(404)
      expect(await statusOf(`/api/v1/series/${book('Run 1').seriesId}/file`, 'DELETE')).toBe(202)
      expect(existsSync(join(folder.path, 'Open/Run'))).toBe(false)
    })

    test('administrators see figures, users and settings', async () => {
      const metric = async (name: string, query = '') => {
        const answer = await api.fetch(`/actuator/metrics/komga.${name}${query}`)
        return answer.status === 200 ? ((await answer.json()) as Json) : answer.status
      }
      const value = async (name: string, query?: string) => {
        const found = await metric(name, query)
        return typeof found === 'number' ? found : found.measurements[0].value
      }
      const libraries = await admin.get<Paginated<LibraryDto>>('/api/v1/libraries')
      const sum = (of: 'bookCount' | 'seriesCount') => libraries.data.reduce((all, each) => all + (each[of] ?? 0), 0)
      expect([await value('books'), await value('series')]).toEqual([sum('bookCount'), sum('seriesCount')])
      const vault = libraries.data.find(({ name }) => name === 'Vault')
      expect(await value('books', `?tag=library:${vault?.id}`)).toBe(1)
      expect(await metric('books')).toMatchObject({
        measurements: [{ statistic: 'VALUE' }],
        availableTags: [{ tag: 'library', values: libraries.data.map(({ id }) => id) }],
      })
      expect([await value('collections'), await value('readlists')]).toEqual([0, 0])
      expect(await metric('tasks.execution')).toMatchObject({ availableTags: [{ tag: 'type', values: [] }] })
      // As Komga answers without such files, or for a library that is not there.
      expect([await metric('sidecars'), await metric('books', '?tag=library:x')]).toEqual([404, 404])
      const users = await api.get<Json[]>('/api/v2/users')
      const roles = ['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING']
      expect(users.find(({ email }) => email === 'kim@example.org')).toMatchObject({
        ...{ roles, sharedAllLibraries: false, sharedLibrariesIds: [libraryId] },
      })
      expect(users.find(({ email }) => email === ADMIN.email)?.roles).toEqual(['ADMIN', ...roles])
      const settings = await api.get<Json>('/api/v1/settings')
      expect(settings.serverContextPath.effectiveValue).toBe('/komga')
    })

    test('readers may do none of it, and learn nothing', async () => {
      mkdirSync(join(folder.path, 'Empty'), { recursive: true })
      const { id, seriesId } = book('Zzhidden 2')
      const refused: readonly [string, string, object?][] = [
        ['/api/v1/libraries', 'POST', { ...CREATION, name: 'Kim', root: join(folder.path, 'Empty') }],
        [`/api/v1/libraries/${libraryId}`, 'PATCH', { name: 'Kim' }],
        [`/api/v1/libraries/${libraryId}`, 'DELETE'],
        ...['scan', 'analyze', 'metadata/refresh', 'empty-trash'].map(
          each => [`/api/v1/libraries/${libraryId}/${each}`, 'POST'] as [string, string],
        ),
        ...[`books/${id}`, `series/${seriesId}`].flatMap((of): [string, string][] => [
          [`/api/v1/${of}/analyze`, 'POST'],
          [`/api/v1/${of}/metadata/refresh`, 'POST'],
          [`/api/v1/${of}/file`, 'DELETE'],
        ]),
        ['/api/v1/tasks', 'DELETE'],
        ['/api/v1/books/thumbnails', 'PUT'],
        ['/api/v1/filesystem', 'POST', { path: '/' }],
        ...['users', 'users/authentication-activity', 'settings', 'history', 'page-hashes', 'page-hashes/unknown'].map(
          each => [`/api/v1/${each}`, 'GET'] as [string, string],
        ),
        ['/actuator/metrics/komga.books', 'GET'],
      ]
      for (const [path, method, body] of refused) {
        const answer = await send(path, method, body, kim)
        const { status, message } = (await answer.json()) as Json
        expect([path, answer.status, status, typeof message]).toEqual([path, 403, 403, 'string'])
      }
      expect((await ours(libraryId)).name).toBe('Open')
      const { scanDirectoryExclusions, root } = await kim.get<Json>(`/api/v1/libraries/${libraryId}`)
      expect([scanDirectoryExclusions, root]).toEqual([[], 'Open'])
    })
  })
}
