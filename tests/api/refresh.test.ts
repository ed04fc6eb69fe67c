// Jobs that read the metadata in files again, and their previews.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import type { LibraryDto } from '@octavo/contract/library'
import type { DryRunResponse, LibraryJobDto } from '@octavo/contract/library-job'
import type { SeriesDto } from '@octavo/contract/series'
import type { TaskResponse } from '@octavo/contract/task'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { bookAt, firstScans, JSON_HEADERS, seriesNamed } from './catalogue'
import { dryRunJob, runJob } from './jobs'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

for (const database of DATABASES) {
  describe(`refresh of metadata on ${database}`, () => {
    const folder = temporaryFolder('refresh')
    const root = join(folder.path, 'Library')
    let octavo: Inhabited
    let admin: Client
    let library: LibraryDto
    const file = { type: 'metadata_refresh', provider: 'file', skipRecentlySyncedWithinS: 0 }
    const series = async () => admin.get<SeriesDto>(`/api/v1/series/${(await seriesNamed(admin, 'Sea')).id}`)

    /** New metadata in a file whose time says that nothing has changed, so that a scan does not look. */
    async function retag(path: string, comicInfo: Record<string, string | number>): Promise<void> {
      const { atime, mtime } = statSync(join(root, path))
      writeFileSync(join(root, path), await comic({ pages: 1, comicInfo }))
      utimesSync(join(root, path), atime, mtime)
    }

    beforeAll(async () => {
      const first = {
        Title: 'One',
        Number: 1,
        Summary: 'Old words',
        Publisher: 'Old House',
        Year: 2001,
        Genre: 'Drama',
      }
      writeLibrary(root, {
        'Sea/Sea 01.cbz': await comic({ pages: 1, comicInfo: first }),
        'Sea/Sea 02.cbz': await comic({ pages: 1, comicInfo: { Title: 'Two', Number: 2, Genre: 'Crime' } }),
        'Plain/Plain.cbz': await comic({ pages: 1 }),
      })
      octavo = await startInhabited({ database, libraries: [root] })
      admin = octavo.admin
      library = (await firstScans(admin))[0] as LibraryDto
      const now = {
        Title: 'One',
        Number: 1,
        Summary: 'New words',
        Publisher: 'New House',
        Year: 2001,
        Genre: 'Drama, Sea',
      }
      await retag('Sea/Sea 01.cbz', now)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('a dry run shows what would change, and changes nothing', async () => {
      const plan = await dryRunJob(admin, library.id, file)
      expect(plan).toMatchObject({ job: 'refresh', series: 2 })
      const sea = plan.refresh?.sample.find(delta => delta.seriesName === 'Sea')
      expect(sea?.changes).toEqual({
        summary: { before: 'Old words', after: 'New words' },
        publisher: { before: 'Old House', after: 'New House' },
        genres: { before: ['Drama', 'Crime'], after: ['Drama', 'Sea', 'Crime'] },
      })
      expect(sea?.skipped.map(({ field }) => field)).toContain('rating')
      expect(plan.refresh?.sample.find(delta => delta.seriesName === 'Plain')?.changes).toEqual({})
      expect(await series()).toMatchObject({ summary: 'Old words', publisher: 'Old House' })
    })

    test('as a job of the library, with a request that overrides it', async () => {
      const jobs = `/api/v1/libraries/${library.id}/jobs`
      const job = await admin.post<LibraryJobDto>(jobs, { cronSchedule: '0 3 * * *', config: file })
      const ask = (request: object) => admin.post<DryRunResponse>(`${jobs}/${job.id}/dry-run`, request)
      const one = await ask({ sampleSize: 1, configOverride: { ...file, fieldGroups: ['publisher'] } })
      expect(one).toMatchObject({ totalEligible: 2, estSkippedNoId: 0, estSkippedRecentlySynced: 0 })
      expect(one.sample.length).toBe(1)
      const both = await ask({ sampleSize: 1000, configOverride: { ...file, fieldGroups: ['publisher'] } })
      expect(both.sample.flatMap(delta => Object.keys(delta.changes))).toEqual(['publisher'])
      expect(await ask({ configOverride: { ...file, provider: 'plugin:x' } }).catch(error => String(error))).toContain(
        'answered 400',
      )
      const other = await admin.fetch(`${jobs}/${job.id}/dry-run`, {
        method: 'POST',
        body: JSON.stringify({ configOverride: { type: 'scan' } }),
        headers: JSON_HEADERS,
      })
      expect(other.status).toBe(400)
      await admin.delete(`${jobs}/${job.id}`)
    })

    test('a run reads the chosen fields only', async () => {
      const ended = await runJob(admin, library.id, { ...file, fieldGroups: ['publisher'] })
      expect(ended.lastRunStatus).toBe('success')
      expect(await series()).toMatchObject({ summary: 'Old words', publisher: 'New House' })
      const task = await admin.get<TaskResponse>(`/api/v1/tasks/${ended.lastTaskId}`)
      expect(task.result).toMatchObject({
        planned: 2,
        succeeded: 2,
        failed: 0,
        skipped: { no_external_id: 0, recently_synced: 0, no_match_candidate: 0 },
        fields_applied_total: 1,
        series: [{ title: 'Sea', fields: ['publisher'], books_changed: 1 }],
      })
    })

    test('a run without a selection takes all, and skips those refreshed just now', async () => {
      const recent = await runJob(admin, library.id, { ...file, skipRecentlySyncedWithinS: 3600 })
      const skipped = await admin.get<TaskResponse>(`/api/v1/tasks/${recent.lastTaskId}`)
      expect(skipped.result).toMatchObject({ planned: 0, skipped: { recently_synced: 2 } })
      expect(await series()).toMatchObject({ summary: 'Old words' })
      await runJob(admin, null, file)
      expect(await series()).toMatchObject({ summary: 'New words', publisher: 'New House', year: 2001 })
      const { id } = await bookAt(admin, 'Sea 01.cbz')
      expect(await admin.get(`/api/v1/books/${id}`)).toMatchObject({
        book: { title: 'One' },
        metadata: { summary: 'New words' },
      })
      const again = await dryRunJob(admin, library.id, file)
      expect(again.refresh?.sample.flatMap(delta => Object.keys(delta.changes))).toEqual([])
    })

    test('reads the series.json in the folder of the series too', async () => {
      const said = { publisher: 'Folder House', status: 'Ended', total_issues: 12, comicid: 46568 }
      writeFileSync(join(root, 'Sea/series.json'), JSON.stringify({ metadata: said }))
      const plan = await dryRunJob(admin, library.id, { ...file, fieldGroups: ['status', 'counts'] })
      expect(plan.refresh?.sample.find(({ seriesName }) => seriesName === 'Sea')?.changes).toEqual({
        status: { before: null, after: 'ended' },
        totalVolumeCount: { before: null, after: 12 },
      })
      const full = async () => admin.get<FullSeriesResponse>(`/api/v1/series/${(await series()).id}/full`)
      const ids = async () => admin.get<{ externalIds: object[] }>(`/api/v1/series/${(await series()).id}/external-ids`)
      await runJob(admin, library.id, { ...file, fieldGroups: ['status', 'counts'] })
      expect((await full()).metadata).toMatchObject({ status: 'ended', totalVolumeCount: 12, publisher: 'New House' })
      expect((await ids()).externalIds).toEqual([])
      await runJob(admin, library.id, file)
      expect((await full()).metadata).toMatchObject({ publisher: 'Folder House', summary: 'New words' })
      expect((await ids()).externalIds).toMatchObject([{ source: 'comicvine', externalId: '46568' }])
    })
  })
}
