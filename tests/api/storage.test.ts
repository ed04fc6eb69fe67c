// How much space each part takes, and the PDFs that are open.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { PdfCacheStatsDto } from '@octavo/contract/pdf-cache'
import type { StorageReportDto } from '@octavo/contract/storage'
import type { TaskResponse } from '@octavo/contract/task'
import { type Client, until } from '../kit/client'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { bookAt, firstScans } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

const CACHE = '/api/v1/admin/pdf-cache'

for (const database of DATABASES) {
  describe(`storage on ${database}`, () => {
    const folder = temporaryFolder('storage')
    const library = join(folder.path, 'Library')
    let octavo: Inhabited
    let admin: Client
    let book: string

    beforeAll(async () => {
      mkdirSync(library)
      copyFileSync(join(FIXTURES, 'pdf/tracemonkey.pdf'), join(library, 'tracemonkey.pdf'))
      octavo = await startInhabited({ database, libraries: [library] })
      admin = octavo.admin
      await firstScans(admin)
      book = (await bookAt(admin, 'tracemonkey.pdf')).id
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const page = async (number: number) => {
      const response = await admin.fetch(`/api/v1/books/${book}/pages/${number}`)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
    const stats = () => admin.get<PdfCacheStatsDto>(CACHE)

    test('a PDF stays open between requests until it is closed', async () => {
      await page(2)
      await page(3)
      const { handles, pages } = await stats()
      expect(handles).toMatchObject({ enabled: true, currentSize: 1, opens: 1, misses: 1, hits: 1 })
      expect(handles.entries).toMatchObject([{ bookId: book, path: join(library, 'tracemonkey.pdf'), renderCount: 2 }])
      expect(pages.bookCount).toBe(1)
      expect(await admin.delete(`${CACHE}/handles/${crypto.randomUUID()}`)).toEqual({ handlesClosed: 0 })
      expect(await admin.delete(`${CACHE}/handles/${book}`)).toEqual({ handlesClosed: 1 })
      expect((await stats()).handles.currentSize).toBe(0)
      await page(4)
      expect(await admin.delete(`${CACHE}/handles`)).toEqual({ handlesClosed: 1 })
    })

    test('a PDF that was replaced is opened again', async () => {
      await page(5)
      const { opens } = (await stats()).handles
      // Another file with the same size and time: a book whose file looks changed would be refused until it is scanned.
      const path = join(library, 'tracemonkey.pdf')
      const { atime, mtime } = statSync(path)
      copyFileSync(path, `${path}.new`)
      utimesSync(`${path}.new`, atime, mtime)
      renameSync(`${path}.new`, path)
      await page(6)
      expect((await stats()).handles.opens).toBe(opens + 1)
    })

    test('reports the files of the page cache', async () => {
      const cached = join(octavo.dataDir, 'cache', 'pages')
      const sizes = readdirSync(cached).map(name => statSync(join(cached, name)).size)
      const { pages } = await stats()
      expect(pages).toMatchObject({ totalFiles: sizes.length, cacheDir: cached, oldestFileAgeDays: 0 })
      expect(pages.totalSizeBytes).toBe(sizes.reduce((all, size) => all + size, 0))
    })

    test('is measured daily and on request', async () => {
      const report = () => admin.get<StorageReportDto>('/api/v1/admin/storage')
      const measure = async () => {
        const { taskId } = await admin.post<{ taskId: string }>('/api/v1/admin/storage/measure')
        const ended = await until(
          () => admin.get<TaskResponse>(`/api/v1/tasks/${taskId}`),
          ({ status }) => !['pending', 'processing'].includes(status),
          60,
        )
        expect(ended.status).toBe('completed')
      }
      expect(await report()).toMatchObject({ measuredAt: null, parts: [], growth: [] })
      await measure()
      await measure()
      const { measuredAt, parts, disk, growth } = await report()
      const { totalSizeBytes, totalFiles } = (await stats()).pages
      expect(parts).toContainEqual({
        part: 'pages',
        bytes: totalSizeBytes,
        files: totalFiles,
        limitBytes: 2048 * 1024 ** 2,
      })
      const thumbnails = parts.find(({ part }) => part === 'thumbnails')
      expect(thumbnails?.files).toBe(1)
      expect(parts.find(({ part }) => part === 'database')?.bytes).toBeGreaterThan(100_000)
      expect(disk?.freeBytes).toBeGreaterThan(0)
      expect(growth).toHaveLength(1)
      expect(growth[0]?.at).toBe(String(measuredAt))
      expect(growth[0]?.bytes.pages).toBe(totalSizeBytes)
    })
  })
}
