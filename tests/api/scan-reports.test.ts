// Scan reports list what each scan found, file by file.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Paginated } from '@octavo/contract/paging'
import { ScanReportDetailDto, type ScanReportDto } from '@octavo/contract/scan'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { firstScans, refusal, scan } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`scan reports on ${database}`, () => {
    const folder = temporaryFolder('reports')
    const root = join(folder.path, 'Library')
    let octavo: Octavo
    let admin: Client
    let id: string
    const reports = (query = '') => admin.get<Paginated<ScanReportDto>>(`/api/v1/libraries/${id}/scans${query}`)
    const book = (width: number) => comic({ pages: 1, size: { width, height: 90 } })

    beforeAll(async () => {
      const files: Record<string, string | Uint8Array> = { 'note.txt': 'not a book' }
      for (let number = 1; number <= 10; number++) files[`S/${number}.cbz`] = await book(60 + number)
      writeLibrary(root, files)
      octavo = await startOctavo({ database, libraries: [root] })
      admin = await octavo.signInAsAdmin()
      id = (await firstScans(admin))[0]?.id ?? ''
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('list new, changed, moved, missing, returned and skipped files', async () => {
      renameSync(join(root, 'S/1.cbz'), join(root, 'S/one.cbz'))
      writeLibrary(root, { 'S/2.cbz': await book(200), 'S/11.cbz': await book(201) })
      renameSync(join(root, 'S/3.cbz'), join(folder.path, '3.cbz'))
      await scan(admin, id)
      renameSync(join(folder.path, '3.cbz'), join(root, 'S/3.cbz'))
      await scan(admin, id)
      const { data, total } = await reports()
      expect(total).toBe(3)
      const none = { new: 0, changed: 0, moved: 0, gone: 0, returned: 0, skipped: 1 }
      expect(data.map(report => report.counts)).toEqual([
        { ...none, returned: 1 },
        { ...none, new: 1, changed: 1, moved: 1, gone: 1 },
        { ...none, new: 10 },
      ])
      const answer = await admin.get(`/api/v1/libraries/${id}/scans/${data[1]?.id}`)
      const { findings, status, mode } = ScanReportDetailDto.parse(answer)
      expect([status, mode]).toEqual(['completed', 'normal'])
      expect(findings.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
        { kind: 'changed', path: 'S/2.cbz' },
        { kind: 'gone', path: 'S/3.cbz' },
        { kind: 'moved', path: 'S/one.cbz', from: 'S/1.cbz' },
        { kind: 'new', path: 'S/11.cbz' },
        { kind: 'skipped', path: 'note.txt', reason: 'not_a_book' },
      ])
    })

    test('count every file and keep the paths of a hundred', async () => {
      writeLibrary(root, Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`notes/${at}.txt`, 'x'])))
      await scan(admin, id)
      const [last] = (await reports('?pageSize=1')).data
      expect(last?.counts.skipped).toBe(131)
      const { findings } = await admin.get<ScanReportDetailDto>(`/api/v1/libraries/${id}/scans/${last?.id}`)
      expect(findings.length).toBe(100)
      rmSync(join(root, 'notes'), { recursive: true })
    })

    test('name problems by codes, with the sentences of the errors', async () => {
      writeLibrary(root, { 'S/broken.cbz': 'not a zip', 'S/cover.jpg': 'not an image' })
      symlinkSync('1.cbz', join(root, 'S/link.cbz'))
      await scan(admin, id)
      const [{ problems = [], errors = [] } = {}] = (await reports('?pageSize=1')).data
      expect(errors).toEqual(problems.map(({ message }) => message))
      expect(
        problems.map(({ message: _, ...codes }) => codes).toSorted((a, b) => a.kind.localeCompare(b.kind)),
      ).toEqual([
        { kind: 'book', path: 'S/broken.cbz', file: { errorType: 'format_detection', reason: 'unknown-format' } },
        { kind: 'cover_image', path: 'S/cover.jpg', file: { errorType: 'thumbnail', reason: 'unsupported' } },
        { kind: 'link', path: 'S/link.cbz' },
      ])
    })

    test('say once what is missing when the whole folder is', async () => {
      renameSync(root, `${root} away`)
      await scan(admin, id)
      const [gone] = (await reports('?pageSize=1')).data
      expect(gone?.status).toBe('failed')
      expect(gone?.problems.map(({ message: _, ...codes }) => codes)).toEqual([
        { kind: 'missing', folder: root, path: '', absence: 'unreadable', count: 12 },
      ])
      renameSync(`${root} away`, root)
      await scan(admin, id)
    })

    test('tell the same problem of two folders apart', async () => {
      const paths = ['One', 'Two'].map(name => join(folder.path, name))
      for (const path of paths) writeLibrary(path, { 'S/broken.cbz': 'not a zip' })
      const { id } = await admin.post<{ id: string }>('/api/v1/libraries', { name: 'Two folders', paths })
      await scan(admin, id)
      const { data } = await admin.get<Paginated<ScanReportDto>>(`/api/v1/libraries/${id}/scans?pageSize=1`)
      expect(data[0]?.problems.map(problem => problem.folder).toSorted()).toEqual(paths)
    })

    test('of another library or of none are not found', async () => {
      const [last] = (await reports()).data
      for (const path of [`${id}/scans/${crypto.randomUUID()}`, `${crypto.randomUUID()}/scans/${last?.id}`]) {
        expect(await refusal(await admin.fetch(`/api/v1/libraries/${path}`))).toBe('404 NotFound')
      }
    })
  })
}
