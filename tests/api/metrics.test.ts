// Metrics of tasks and the inventory, over HTTP.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  MetricsDto,
  PluginMetricsResponse,
  TaskMetricsHistoryResponse,
  TaskMetricsResponse,
} from '@octavo/contract/metric'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { makePerson } from './access/people'
import { allBooks, makeLibrary, refusal, scan } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`metrics on ${database}`, () => {
    const folder = temporaryFolder('metrics')
    let octavo: Inhabited
    let admin: Client
    let reader: Client
    let maintainer: Client
    let libraryId: string
    const metrics = async (who = admin) => TaskMetricsResponse.parse(await who.get('/api/v1/metrics/tasks'))

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Tide/Tide 01.cbz': await comic({ pages: 2 }),
        'Tide/Tide 02.cbz': await comic({ pages: 3 }),
        'Rain/Rain 01.cbz': await comic({ pages: 5 }),
      })
      octavo = await startInhabited({ database })
      admin = octavo.admin
      libraryId = (await makeLibrary(admin, 'Metrics', folder.path)).id
      reader = await octavo.addUser('guest')
      maintainer = await octavo.addUser('keeper', 'maintainer')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('of plugins are empty, for everybody who may see libraries', async () => {
      const answer = PluginMetricsResponse.parse(await reader.get('/api/v1/metrics/plugins'))
      expect(answer.plugins).toEqual([])
      expect(Object.values(answer.summary).every(count => count === 0)).toBe(true)
      expect(Date.now() - Date.parse(answer.updatedAt)).toBeLessThan(60_000)
      expect((await octavo.anonymous.fetch('/api/v1/metrics/plugins')).status).toBe(401)
    })

    test('count finished work, also after a restart', async () => {
      for (let round = 0; round < 3; round++) await scan(admin, libraryId)
      const before = await metrics()
      expect(before).toMatchObject({
        retention: '30',
        summary: { totalExecuted: 4, totalSucceeded: 4, totalFailed: 0 },
        queue: { pendingCount: 0, processingCount: 0, staleCount: 0, oldestPendingAgeMs: null },
      })
      const [scans] = before.byType
      expect(scans).toMatchObject({ taskType: 'scan_library', executed: 4, retried: 0, errorRatePct: 0 })
      expect(scans?.p50DurationMs).toBeLessThanOrEqual(scans?.p95DurationMs ?? -1)
      expect(scans?.throughputPerSec).toBeGreaterThan(0)
      await octavo.restart()
      const after = await metrics()
      expect(after.byType).toEqual(before.byType)
      const { points, ...history } = TaskMetricsHistoryResponse.parse(
        await admin.get('/api/v1/metrics/tasks/history?days=1&granularity=day&taskType=scan_library'),
      )
      expect(history.granularity).toBe('day')
      expect(points.reduce((sum, point) => sum + point.count, 0)).toBe(4)
      expect(await admin.get('/api/v1/metrics/tasks/history?taskType=none')).toMatchObject({ points: [] })
      for (const wrong of ['days=0', 'days=many', 'granularity=week']) {
        expect(await refusal(await admin.fetch(`/api/v1/metrics/tasks/history?${wrong}`))).toBe('400 BadRequest')
      }
    })

    test('show readers errors only where they may see tasks', async () => {
      const away = temporaryFolder('away')
      const { id } = await admin.post<{ id: string }>('/api/v1/libraries', { name: 'Away', path: away.path })
      away.remove()
      expect((await scan(admin, id)).status).toBe('failed')
      const [mine] = (await metrics(maintainer)).byType
      expect(mine).toMatchObject({ failed: 1, lastError: expect.stringContaining(away.path) })
      const [theirs] = (await metrics(reader)).byType
      expect(theirs).toEqual({ ...(mine as object), lastError: null } as never)
    })

    test('take stock', async () => {
      const books = await allBooks(admin)
      const stock = MetricsDto.parse(await reader.get('/api/v1/metrics/inventory'))
      const bytes = books.reduce((sum, book) => sum + book.fileSize, 0)
      expect(stock).toMatchObject({
        libraryCount: 2,
        seriesCount: 2,
        bookCount: 3,
        pageCount: 10,
        totalBookSize: bytes,
        userCount: 3,
      })
      expect(stock.libraries.find(library => library.id === libraryId)).toMatchObject({
        seriesCount: 2,
        bookCount: 3,
        totalSize: bytes,
      })
      expect(stock.databaseSize).toBeGreaterThan(100_000)
      expect(await refusal(await octavo.anonymous.fetch('/api/v1/metrics/inventory'))).toBe('401 Unauthorized')
    })

    test('tell people who see a part nothing of work on the rest', async () => {
      const limits = [{ libraryIds: [libraryId] }, { ageLimit: 12, showsUnrated: true }]
      for (const [at, limit] of limits.entries()) {
        const { as } = await makePerson(octavo, `part ${at}`, { role: 'maintainer', ...limit })
        for (const path of ['tasks', 'tasks/history']) {
          expect(await refusal(await as.fetch(`/api/v1/metrics/${path}`))).toBe('403 Forbidden')
        }
        const stock = MetricsDto.parse(await as.get('/api/v1/metrics/inventory'))
        expect(stock).toMatchObject({ bookCount: 3, userCount: 0, databaseSize: 0 })
      }
    })

    test('are cleaned up and forgotten by administrators', async () => {
      for (const who of [reader, maintainer]) {
        expect(await refusal(await who.fetch('/api/v1/metrics/tasks', { method: 'DELETE' }))).toBe('403 Forbidden')
        const cleanup = await who.fetch('/api/v1/metrics/tasks/cleanup', { method: 'POST' })
        expect(await refusal(cleanup)).toBe('403 Forbidden')
      }
      const cleaned = await admin.post<object>('/api/v1/metrics/tasks/cleanup')
      expect(cleaned).toMatchObject({ deletedCount: 0, retentionDays: '30' })
      expect((await metrics()).summary.totalExecuted).toBe(5)
      expect(await admin.delete('/api/v1/metrics/tasks')).toEqual({ deletedCount: expect.any(Number) })
      expect(await metrics()).toMatchObject({ summary: { totalExecuted: 0, tasksPerMinute: 0 }, byType: [] })
      expect(await admin.get('/api/v1/tasks/stats')).toMatchObject({ completed: 4, failed: 1 })
    })
  })
}
