// Schedules: jobs of libraries and the server, permissions to change them, and their runs.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { LibraryDto } from '@octavo/contract/library'
import type { FieldGroupDto, LibraryJobDto } from '@octavo/contract/library-job'
import type { Paginated } from '@octavo/contract/paging'
import type { ScheduleDto } from '@octavo/contract/schedule'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { firstScans, JSON_HEADERS } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const NIGHTLY = '30 3 * * *'

for (const database of DATABASES) {
  describe(`schedules on ${database}`, () => {
    const folder = temporaryFolder('schedules')
    const root = join(folder.path, 'Library')
    let octavo: Inhabited
    let admin: Client
    let maintainer: Client
    let reader: Client
    let library: LibraryDto
    let jobs: string

    const send = (who: Client, method: string, path: string, body?: unknown) =>
      who.fetch(path, { method, ...(body !== undefined && { body: JSON.stringify(body), headers: JSON_HEADERS }) })
    const issue = async (answer: Response) => {
      const { details } = (await answer.json()) as { details: { issues: { path: string; message: string }[] } }
      return [answer.status, details.issues[0]?.path]
    }
    const all = async (who = admin) => (await who.get<{ schedules: ScheduleDto[] }>('/api/v1/schedules')).schedules

    beforeAll(async () => {
      writeLibrary(root, { 'Series/Book.cbz': await comic({ pages: 1 }) })
      octavo = await startInhabited({ database, libraries: [root] })
      admin = octavo.admin
      maintainer = await octavo.addUser('maintainer', 'maintainer')
      reader = await octavo.addUser('reader')
      library = (await firstScans(admin))[0] as LibraryDto
      jobs = `/api/v1/libraries/${library.id}/jobs`
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('nothing is scheduled by default', async () => {
      expect(await all()).toEqual([])
      expect(await admin.get(jobs)).toEqual({ jobs: [] })
    })

    test('a job of a library: created, shown, changed, deleted', async () => {
      const made = await send(maintainer, 'POST', jobs, {
        name: ' ',
        cronSchedule: NIGHTLY,
        timezone: 'Europe/Berlin',
        config: { type: 'integrity', mode: 'full' },
      })
      expect(made.status).toBe(201)
      const job = (await made.json()) as LibraryJobDto
      expect(job).toMatchObject({
        libraryId: library.id,
        name: 'Check files in full',
        enabled: true,
        cronSchedule: NIGHTLY,
        timezone: 'Europe/Berlin',
        config: { type: 'integrity', mode: 'full' },
        lastRunAt: null,
      })
      expect(await reader.get<LibraryJobDto>(`${jobs}/${job.id}`)).toEqual(job)
      expect((await admin.get<{ jobs: LibraryJobDto[] }>(jobs)).jobs).toEqual([job])
      const [inList] = await all(maintainer)
      expect(inList).toMatchObject({ id: job.id, libraryName: library.name, job: 'integrity', ofLibrary: false })
      expect(Date.parse(inList?.nextRunAt ?? '')).toBeGreaterThan(Date.now())

      const changed = await maintainer.patch<LibraryJobDto>(`${jobs}/${job.id}`, { enabled: false, timezone: null })
      expect(changed).toMatchObject({ enabled: false, timezone: null, cronSchedule: NIGHTLY })
      expect((await all())[0]?.nextRunAt).toBeNull()
      const saved = await maintainer.patch<LibraryJobDto>(`${jobs}/${job.id}`, { name: 'Weekly', enabled: null })
      expect(saved).toMatchObject({ name: 'Weekly', enabled: false })

      expect((await send(maintainer, 'DELETE', `${jobs}/${job.id}`)).status).toBe(204)
      expect((await maintainer.fetch(`${jobs}/${job.id}`)).status).toBe(404)

      // What was left as it was is no change.
      const acts = await admin.get<Paginated<AuditEntryDto>>(`/api/v1/audit?subjectId=${job.id}`)
      const entries = acts.data.toReversed().map(({ action, user, subjectName, libraryName, details }) => ({
        ...{ action, user, subjectName, libraryName, details },
      }))
      const by = { user: 'maintainer', libraryName: library.name }
      expect(entries).toEqual([
        { ...by, action: 'schedule_created', subjectName: 'Check files in full', details: {} },
        {
          ...{ ...by, action: 'schedule_changed', subjectName: 'Check files in full' },
          details: { changed: ['timezone', 'enabled'] },
        },
        { ...by, action: 'schedule_changed', subjectName: 'Weekly', details: { changed: ['name'] } },
        { ...by, action: 'schedule_deleted', subjectName: 'Weekly', details: {} },
      ])
    })

    test('readers look, maintainers change those of libraries, administrators those of the server', async () => {
      const body = { cronSchedule: NIGHTLY, config: { type: 'scan' } }
      expect((await send(reader, 'POST', jobs, body)).status).toBe(403)
      expect((await reader.fetch('/api/v1/schedules')).status).toBe(403)
      expect((await octavo.anonymous.fetch(jobs)).status).toBe(401)
      expect((await send(maintainer, 'POST', '/api/v1/schedules', body)).status).toBe(403)
      const ofServer = await admin.post<ScheduleDto>('/api/v1/schedules', body)
      expect(ofServer).toMatchObject({ libraryId: null, libraryName: null, job: 'scan', name: 'Scan' })
      const path = `/api/v1/schedules/${ofServer.id}`
      expect((await send(maintainer, 'PATCH', path, { enabled: false })).status).toBe(403)
      expect((await send(maintainer, 'POST', `${path}/run-now`)).status).toBe(403)
      expect((await send(maintainer, 'DELETE', path)).status).toBe(403)
      expect(await maintainer.get<ScheduleDto>(path)).toMatchObject({ id: ofServer.id })
      const ofLibrary = await maintainer.post<ScheduleDto>('/api/v1/schedules', { ...body, libraryId: library.id })
      expect(ofLibrary.libraryId).toBe(library.id)
      for (const { id } of await all()) await admin.delete(`/api/v1/schedules/${id}`)
    })

    test.each([
      ['cronSchedule', { cronSchedule: '99 * * * *' }],
      ['cronSchedule', { cronSchedule: 'every day' }],
      ['cronSchedule', { cronSchedule: '0 0 31 2 *' }],
      ['timezone', { timezone: 'Mars/Olympus' }],
      ['timezone', { timezone: '+02:00' }],
      ['config.provider', { config: { type: 'metadata_refresh', provider: 'plugin:mangabaka' } }],
      ['config.scope', { config: { type: 'metadata_refresh', provider: 'file', scope: 'books_only' } }],
      ['config.fieldGroups', { config: { type: 'metadata_refresh', provider: 'file', fieldGroups: ['colours'] } }],
      ['config.extraFields', { config: { type: 'metadata_refresh', provider: 'file', extraFields: ['colour'] } }],
      ['config.type', { config: { type: 'cleanup' } }],
      ['config.type', { config: { type: 'duplicates' } }],
    ])('%s that cannot be is a 400 that says where: %p', async (path, bad) => {
      const body = { cronSchedule: NIGHTLY, config: { type: 'scan' }, ...bad }
      expect(await issue(await send(admin, 'POST', jobs, body))).toEqual([400, path])
      expect((await admin.get<{ jobs: unknown[] }>(jobs)).jobs).toEqual([])
    })

    test('an unknown job is refused by the schema', async () => {
      for (const config of [{ type: 'dance' }, {}, null, { type: 'scan', mode: 'wild' }]) {
        expect((await send(admin, 'POST', jobs, { cronSchedule: NIGHTLY, config })).status).toBe(422)
      }
    })

    test('a job keeps its type and its library', async () => {
      const job = await admin.post<LibraryJobDto>(jobs, { cronSchedule: NIGHTLY, config: { type: 'scan' } })
      const path = `${jobs}/${job.id}`
      expect(await issue(await send(admin, 'PATCH', path, { config: { type: 'thumbnails' } }))).toEqual([
        400,
        'config.type',
      ])
      expect(await issue(await send(admin, 'PATCH', path, { name: '  ' }))).toEqual([400, 'name'])
      expect(await issue(await send(admin, 'PATCH', path, { cronSchedule: '* *' }))).toEqual([400, 'cronSchedule'])
      const other = '00000000-0000-7000-8000-000000000000'
      expect((await admin.fetch(`/api/v1/libraries/${other}/jobs/${job.id}`)).status).toBe(404)
      expect((await admin.fetch(`${jobs}/${other}`)).status).toBe(404)
      expect((await admin.fetch(`/api/v1/schedules/${other}`)).status).toBe(404)
      await admin.delete(path)
    })

    test('a job runs at its time, and its outcome is shown', async () => {
      const job = await admin.post<LibraryJobDto>(jobs, { cronSchedule: '* * * * * *', config: { type: 'scan' } })
      const ended = await until(
        () => admin.get<LibraryJobDto>(`${jobs}/${job.id}`),
        ({ lastRunStatus }) => lastRunStatus !== null,
      )
      expect(ended).toMatchObject({ lastRunStatus: 'success', lastRunMessage: '1 file processed' })
      await admin.delete(`${jobs}/${job.id}`)
    })

    test('a job runs on request, once at a time', async () => {
      const job = await admin.post<LibraryJobDto>(jobs, {
        cronSchedule: NIGHTLY,
        config: { type: 'scan' },
        enabled: false,
      })
      const path = `${jobs}/${job.id}`
      await until(
        () => admin.get<unknown[]>('/api/v1/scans/active'),
        scans => scans.length === 0,
      )
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(maintainer, 'POST', `${path}/run-now`)))
      const statuses = answers.map(answer => answer.status)
      expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(1)
      expect(statuses.every(status => status === 200 || status === 409)).toBe(true)
      const ended = await until(
        () => admin.get<LibraryJobDto>(path),
        ({ lastRunStatus }) => lastRunStatus !== null,
      )
      expect(ended.lastRunStatus).toBe('success')
      await admin.delete(path)
    })

    test('the scan in the settings of a library is a schedule, and both are equal', async () => {
      const scanningConfig = {
        enabled: true,
        scanMode: 'normal',
        cronSchedule: '0 5 * * *',
        cronTimezone: 'Asia/Tokyo',
      }
      const path = `/api/v1/libraries/${library.id}`
      await maintainer.patch(path, { scanningConfig })
      const [schedule] = await until(all, ([first]) => first?.nextRunAt != null)
      expect(schedule).toMatchObject({
        ofLibrary: true,
        job: 'scan',
        cronSchedule: '0 5 * * *',
        timezone: 'Asia/Tokyo',
      })
      expect(schedule?.nextRunAt).toEndWith('T20:00:00.000Z')
      // Its jobs are what was made as such.
      expect(await admin.get(jobs)).toEqual({ jobs: [] })

      const own = `/api/v1/schedules/${schedule?.id}`
      await maintainer.patch(own, {
        cronSchedule: '0 6 * * *',
        timezone: null,
        config: { type: 'scan', mode: 'deep' },
        enabled: false,
      })
      expect((await admin.get<LibraryDto>(path)).scanningConfig).toEqual({
        enabled: false,
        scanMode: 'deep',
        cronSchedule: '0 6 * * *',
        cronTimezone: null,
      })
      await maintainer.patch(path, { scanningConfig: { ...scanningConfig, scanMode: 'deep' } })
      expect((await all())[0]).toMatchObject({ id: schedule?.id, cronSchedule: '0 5 * * *', enabled: true })

      await maintainer.delete(own)
      expect((await admin.get<LibraryDto>(path)).scanningConfig).toMatchObject({ cronSchedule: null, scanMode: 'deep' })
      expect(await all()).toEqual([])
      for (const [field, bad] of [
        ['cronSchedule', 'soon'],
        ['cronTimezone', 'Nowhere/City'],
        ['scanMode', 'wild'],
      ] as const) {
        const answer = await send(admin, 'PATCH', path, { scanningConfig: { ...scanningConfig, [field]: bad } })
        expect(await issue(answer)).toEqual([400, `scanningConfig.${field}`])
      }
    })

    test('the groups of fields', async () => {
      const groups = await reader.get<FieldGroupDto[]>('/api/v1/library-jobs/metadata-refresh/field-groups')
      expect(groups.map(group => group.id)).toContain('age_rating')
      expect(groups.every(({ label, fields }) => label !== '' && fields.length > 0)).toBe(true)
    })

    test('a library is deleted with its jobs', async () => {
      const other = temporaryFolder('schedules-other')
      const made = await admin.post<LibraryDto>('/api/v1/libraries', { name: 'Other', path: other.path })
      await admin.post(`/api/v1/libraries/${made.id}/jobs`, { cronSchedule: NIGHTLY, config: { type: 'scan' } })
      expect((await all()).length).toBe(1)
      await admin.delete(`/api/v1/libraries/${made.id}`)
      expect(await all()).toEqual([])
      other.remove()
    })
  })
}
