// A cover image in the folder of a series is shown for the series everywhere.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeriesDto } from '@octavo/contract/series'
import sharp from 'sharp'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { until } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { jpegImage, pngImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { bookAt, firstScans, refusal, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

for (const database of DATABASES) {
  describe(`covers of series on ${database}`, () => {
    const folder = temporaryFolder('series-covers')
    let octavo: Inhabited
    let admin: Client
    let libraryId: string

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Saga/Saga 1.cbz': await comic({ pages: 1, size: { width: 60, height: 90 } }),
        'Saga/Saga 2.cbz': await comic({ pages: 2, size: { width: 60, height: 90 } }),
        'Saga/cover.jpg': await jpegImage({ width: 800, height: 1000 }),
        'Alone/Alone 1.cbz': await comic({ pages: 3, size: { width: 60, height: 90 } }),
        'Alone/cover.jpg': await jpegImage({ width: 50, height: 40 }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      const [library] = await firstScans(admin)
      libraryId = library?.id ?? ''
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const saga = () => seriesNamed(admin, 'Saga')
    const sizeOf = async (answer: Response) => {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      return [width, height]
    }
    const shown = async ({ id, coverVersion }: SeriesDto) =>
      sizeOf(await admin.fetch(`/api/v1/series/${id}/thumbnail?v=${coverVersion}`))
    const coverFiles = () => {
      const place = join(octavo.dataDir, 'thumbnails/series')
      const entries = existsSync(place) ? readdirSync(place, { recursive: true, withFileTypes: true }) : []
      return entries.filter(entry => entry.isFile()).map(({ name }) => name)
    }
    const fileOf = ({ id, coverVersion }: SeriesDto) => `${id}-${coverVersion}.jpg`

    test('are shown for the series, in lists and in its feed, but not for its books', async () => {
      const series = await saga()
      const book = await bookAt(admin, 'Saga 1.cbz')
      expect(series.coverVersion).not.toBe(book.coverVersion as string)
      expect(series.thumbHash).not.toBe(book.thumbHash as string)
      expect(await shown(series)).toEqual([320, 400])
      expect(await sizeOf(await admin.fetch(`/api/v1/books/${book.id}/thumbnail`))).toEqual([60, 90])
      const one = await admin.get<SeriesDto>(`/api/v1/series/${series.id}`)
      expect([one.coverVersion, one.thumbHash]).toEqual([series.coverVersion, series.thumbHash])
      expect(coverFiles()).toEqual([fileOf(series)])

      const link = `/opds/v1/series/${series.id}/thumbnail?v=${series.coverVersion}`
      expect(await (await admin.fetch(`/opds/v1/libraries/${libraryId}`)).text()).toContain(link)
      expect(await sizeOf(await admin.fetch(link))).toEqual([320, 400])

      const answer = await admin.fetch(`/api/v1/series/${series.id}/thumbnail?v=${series.coverVersion}`)
      expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
      expect((await admin.fetch(`/api/v1/series/${series.id}/thumbnail`, { headers })).status).toBe(304)
      expect(await refusal(await octavo.anonymous.fetch(`/api/v1/series/${series.id}/thumbnail`))).toBe(
        '401 Unauthorized',
      )
    })

    test('become the book’s if it is the only one in the folder', async () => {
      const [series, book] = [await seriesNamed(admin, 'Alone'), await bookAt(admin, 'Alone 1.cbz')]
      expect([series.coverVersion, series.thumbHash]).toEqual([book.coverVersion, book.thumbHash])
      expect(await shown(series)).toEqual([50, 40])
    })

    test('change and disappear with the image file, and clients are notified', async () => {
      const before = await saga()
      const stream = await openEventStream(admin)
      const updates = () => stream.messages.filter(({ data }) => data.type === 'cover_updated')
      writeFileSync(join(folder.path, 'Saga/cover.jpg'), await pngImage({ width: 90, height: 30 }, '#aa0000'))
      await scan(admin, libraryId)
      const after = await saga()
      expect(after.coverVersion).not.toBe(before.coverVersion as string)
      expect(await shown(after)).toEqual([90, 30])
      expect(coverFiles()).toEqual([fileOf(after)])
      await stream.heard(({ data }) => data.type === 'cover_updated')
      expect(updates().map(({ data }) => [data.entityType, data.entityId])).toEqual([['series', before.id]])

      rmSync(join(folder.path, 'Saga/cover.jpg'))
      await scan(admin, libraryId)
      const bare = await saga()
      expect(bare.coverVersion).toBe((await bookAt(admin, 'Saga 1.cbz')).coverVersion as string)
      expect(await shown(bare)).toEqual([60, 90])
      await until(
        async () => updates().length,
        count => count === 2,
      )
      expect(coverFiles()).toEqual([])
      stream.close()
    })

    test('that are missing are generated again, or taken from a book if the image file is gone too', async () => {
      writeFileSync(
        join(folder.path, 'Saga/poster.webp'),
        await sharp(await jpegImage({ width: 70, height: 20 }))
          .webp()
          .toBuffer(),
      )
      await scan(admin, libraryId)
      const series = await saga()
      const lose = () => rmSync(join(octavo.dataDir, 'thumbnails/series'), { recursive: true })
      lose()
      const { id } = await admin.post<{ id: string }>(`/api/v1/series/${series.id}/covers`, { generated: true })
      const ofFolder = await admin.fetch(`/api/v1/series/${series.id}/covers/${series.id}/image`)
      expect(await sizeOf(ofFolder)).toEqual([70, 20])
      await admin.delete(`/api/v1/series/${series.id}/covers/${id}`)
      const answers = await Promise.all([1, 2, 3].map(() => shown(series)))
      expect(answers).toEqual([1, 2, 3].map(() => [70, 20]))
      expect(coverFiles()).toEqual([fileOf(series)])

      lose()
      const { taskId } = await admin.post<{ taskId: string }>(`/api/v1/series/${series.id}/thumbnail/generate`, {})
      const task = await until(
        () => admin.get<{ status: string; result: unknown }>(`/api/v1/tasks/${taskId}`),
        ({ status }) => ['completed', 'failed'].includes(status),
      )
      expect(task).toMatchObject({ status: 'completed', result: { total: 1, made: 1, skipped: 0, failed: 0 } })
      expect(coverFiles()).toEqual([fileOf(series)])

      lose()
      rmSync(join(folder.path, 'Saga/poster.webp'))
      expect(await shown(series)).toEqual([60, 90])
      expect((await saga()).coverVersion).toBe((await bookAt(admin, 'Saga 1.cbz')).coverVersion as string)
    })

    test('are left by the clean-up while they are in use, and deleted with their library', async () => {
      writeFileSync(join(folder.path, 'Saga/cover.jpg'), await jpegImage({ width: 80, height: 20 }))
      await scan(admin, libraryId)
      const series = await saga()
      const orphan = join(octavo.dataDir, 'thumbnails/series/ab/0190a1b2-0000-7000-8000-0000000000ab-abc123.jpg')
      mkdirSync(join(orphan, '..'), { recursive: true })
      writeFileSync(orphan, 'x')
      const [own] = readdirSync(join(octavo.dataDir, 'thumbnails/series'), { recursive: true, withFileTypes: true })
        .filter(entry => entry.name === fileOf(series))
        .map(entry => join(entry.parentPath, entry.name))
      for (const file of [orphan, own as string]) utimesSync(file, 1_600_000_000, 1_600_000_000)
      expect(await admin.delete<object>('/api/v1/admin/cleanup-orphans')).toMatchObject({ thumbnailsDeleted: 1 })
      expect(coverFiles()).toEqual([fileOf(series)])
      await admin.delete(`/api/v1/libraries/${libraryId}`)
      expect(coverFiles()).toEqual([])
    })
  })
}
