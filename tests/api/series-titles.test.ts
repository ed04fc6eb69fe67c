// Titles reset by the rules: for one series, for some, for a library; dry runs; permissions.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { BulkTaskResponse, EnqueueReprocessTitleResponse } from '@octavo/contract/series-title'
import type { TaskResponse } from '@octavo/contract/task'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { firstScans, JSON_HEADERS, refusal, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const NOBODY = '00000000-0000-4000-8000-000000000000'

for (const database of DATABASES) {
  describe(`titles of series on ${database}`, () => {
    const folder = temporaryFolder('titles')
    let octavo: Inhabited
    let admin: Client
    let libraryId: string
    let seriesId: string
    const ask = (who: Client, path: string, body?: object) =>
      who.fetch(`/api/v1${path}`, {
        method: 'POST',
        headers: JSON_HEADERS,
        ...(body && { body: JSON.stringify(body) }),
      })
    const reprocess = async (path: string, body?: object) =>
      EnqueueReprocessTitleResponse.parse(await admin.post(`/api/v1${path}`, body))
    const ended = (id = '') =>
      until(
        () => admin.get<TaskResponse>(`/api/v1/tasks/${id}`),
        ({ status }) => status === 'completed' || status === 'failed',
      )

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Tide (Digital)/Tide 01.cbz': await comic({ pages: 1 }),
        'Rain/Rain 01.cbz': await comic({ pages: 2 }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      libraryId = (await firstScans(admin))[0]?.id ?? ''
      seriesId = (await seriesNamed(admin, 'Tide (Digital)')).id
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('a dry run lists changes, and changes nothing', async () => {
      const none = await reprocess(`/series/${seriesId}/title/reprocess`, { dryRun: true })
      expect(none).toMatchObject({ success: true, tasksEnqueued: 0, taskIds: [], changes: [], lockedTitles: 0 })
      // The rule is there, but its own task is held back: titles are as they were.
      await admin.put('/api/v1/tasks/control', { paused: true })
      const rules = [{ pattern: ' \\(Digital\\)$', replacement: '' }]
      await admin.patch(`/api/v1/libraries/${libraryId}`, { titlePreprocessingRules: rules })
      const change = { seriesId, before: 'Tide (Digital)', after: 'Tide' }
      for (const path of [`/series/${seriesId}/title/reprocess`, `/libraries/${libraryId}/series/titles/reprocess`]) {
        expect(await reprocess(path, { dryRun: true })).toMatchObject({
          tasksEnqueued: 0,
          taskIds: [],
          changes: [change],
        })
      }
      expect((await seriesNamed(admin, 'Tide (Digital)')).id).toBe(seriesId)
    })

    test('is one task, however it is asked for, and one only while it waits', async () => {
      const one = await reprocess(`/series/${seriesId}/title/reprocess`)
      expect(one).toMatchObject({ success: true, tasksEnqueued: 1 })
      expect((await reprocess(`/series/${seriesId}/title/reprocess`, {})).taskIds).toEqual(one.taskIds)
      const byName = await admin.post<{ taskId: string }>('/api/v1/tasks', {
        taskType: { type: 'reprocess_series_title', seriesId },
      })
      expect([byName.taskId]).toEqual(one.taskIds)
      const some = await reprocess('/series/titles/reprocess', { seriesIds: [seriesId, seriesId], libraryId })
      const bulk = BulkTaskResponse.parse(
        await admin.post('/api/v1/series/bulk/titles/reprocess', { seriesIds: [seriesId] }),
      )
      expect([bulk.taskId]).toEqual(some.taskIds)
      const ofLibrary = await reprocess(`/libraries/${libraryId}/series/titles/reprocess`)
      expect((await reprocess('/series/titles/reprocess', { libraryId })).taskIds).toEqual(ofLibrary.taskIds)
      const all = await reprocess('/series/titles/reprocess')
      await admin.put('/api/v1/tasks/control', { paused: false })
      const ends = await Promise.all([one, some, ofLibrary, all].map(({ taskIds: [id] }) => ended(id)))
      expect(ends.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed'])
      expect(ends[2]?.result).toMatchObject({ total: 2, errors: [] })
      expect((await seriesNamed(admin, 'Tide')).id).toBe(seriesId)
      expect(ends.map(({ requestedBy }) => requestedBy)).toEqual(['admin', 'admin', 'admin', 'admin'])
    })

    test('needs the permission and an existing series', async () => {
      const reader = await octavo.addUser('guest')
      const paths: [string, object][] = [
        [`/series/${seriesId}/title/reprocess`, {}],
        [`/libraries/${libraryId}/series/titles/reprocess`, { dryRun: true }],
        ['/series/titles/reprocess', {}],
        ['/series/bulk/titles/reprocess', { seriesIds: [seriesId] }],
      ]
      for (const [path, body] of paths) {
        expect([path, await refusal(await ask(reader, path, body))]).toEqual([path, '403 Forbidden'])
        expect([path, (await ask(octavo.anonymous, path, body)).status]).toEqual([path, 401])
      }
      const refused = async (path: string, body?: object) => refusal(await ask(admin, path, body))
      expect(await refused(`/series/${NOBODY}/title/reprocess`)).toBe('404 NotFound')
      expect(await refused(`/libraries/${NOBODY}/series/titles/reprocess`)).toBe('404 NotFound')
      expect(await refused('/series/titles/reprocess', { libraryId: NOBODY })).toBe('404 NotFound')
      expect(await refused('/series/titles/reprocess', { seriesIds: [] })).toBe('400 BadRequest')
      expect(await refused('/series/bulk/titles/reprocess', { seriesIds: [] })).toBe('400 BadRequest')
      const many = Array.from({ length: 101 }, () => crypto.randomUUID())
      expect(await refused('/series/bulk/titles/reprocess', { seriesIds: many })).toBe('400 BadRequest')
      expect(await refused('/series/bulk/titles/reprocess', { seriesIds: ['x'] })).toBe('422 UnprocessableEntity')
      expect(await refused(`/series/${seriesId}/title/reprocess`, { dryRun: 'yes' })).toBe('422 UnprocessableEntity')
      // Series that do not exist are passed over.
      const { taskIds } = await reprocess('/series/titles/reprocess', { seriesIds: [NOBODY] })
      expect(await ended(taskIds[0])).toMatchObject({ status: 'completed', result: { total: 0 } })
    })
  })
}
