// Missing books: visibility, their return, and purges only on request.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { LibraryDto } from '@octavo/contract/library'
import type { MissingBookDto } from '@octavo/contract/missing-book'
import type { Paginated } from '@octavo/contract/paging'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, bookAt, confirmMissing, firstScans, JSON_HEADERS, refusal, scan } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`missing books on ${database}`, () => {
    const folder = temporaryFolder('missing')
    const root = join(folder.path, 'Library')
    const away = join(folder.path, 'Away')
    let octavo: Octavo
    let admin: Client
    let id: string
    const missing = (query = '') =>
      admin.get<Paginated<MissingBookDto>>(`/api/v1/libraries/${id}/missing-books${query}`)
    const purge = (book: string) => admin.fetch(`/api/v1/libraries/${id}/missing-books/${book}`, { method: 'DELETE' })

    beforeAll(async () => {
      const files: Record<string, Uint8Array> = { 'Gone/C.cbz': await comic({ pages: 7 }) }
      for (const [index, name] of ['Gone/A', 'Gone/B', 'Stay/1', 'Stay/2'].entries()) {
        files[`${name}.cbz`] = await comic({ pages: 2 + index })
      }
      writeLibrary(root, files)
      octavo = await startOctavo({ database, libraries: [root] })
      admin = await octavo.signInAsAdmin()
      id = (await firstScans(admin))[0]?.id ?? ''
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('are listed with their path, their time, and their readers', async () => {
      expect(await missing()).toMatchObject({ total: 0, data: [] })
      const book = await bookAt(admin, 'Gone/A.cbz')
      const since = new Date().toISOString()
      await admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 2 })
      renameSync(join(root, 'Gone'), away)
      await scan(admin, id)
      await confirmMissing(admin, id)
      const { data, total } = await missing()
      expect([total, data.map(one => one.path).sort()]).toEqual([3, ['Gone/A.cbz', 'Gone/B.cbz', 'Gone/C.cbz']])
      const own = data.find(one => one.id === book.id)
      const place = { folder: root, folderRemoved: false, path: 'Gone/A.cbz' }
      expect(own).toMatchObject({ ...place, title: book.title, seriesTitle: 'Gone', fileSize: book.fileSize })
      expect([own?.readers.length, (own?.since ?? '') >= since]).toEqual([1, true])
      expect(data.filter(one => one.id !== book.id).map(one => one.readers)).toEqual([[], []])
      expect((await missing('?page=2&pageSize=2')).data.length).toBe(1)
      expect((await allBooks(admin)).length).toBe(2)
    })

    test('go for good one by one, and only those that are missing', async () => {
      const there = await bookAt(admin, 'Stay/1.cbz')
      expect(await refusal(await purge(there.id))).toBe('404 NotFound')
      const lost = (await missing()).data.find(one => one.path === 'Gone/B.cbz')
      expect((await purge(lost?.id ?? '')).status).toBe(204)
      expect(await refusal(await purge(lost?.id ?? ''))).toBe('404 NotFound')
      expect((await missing()).data.map(one => one.path).sort()).toEqual(['Gone/A.cbz', 'Gone/C.cbz'])
      const acts = await admin.get<Paginated<AuditEntryDto>>(`/api/v1/audit?action=books_purged&subjectId=${lost?.id}`)
      expect(acts.data.map(({ outcome, details }) => [outcome, details])).toEqual([['done', { books: 1 }]])
    })

    test('return with their files, unchanged', async () => {
      const before = (await missing()).data.map(one => one.id).sort()
      renameSync(away, join(root, 'Gone'))
      await scan(admin, id)
      expect((await missing()).total).toBe(0)
      const back = (await allBooks(admin)).filter(book => /Gone.[AC]/.test(book.path))
      expect(back.map(book => book.id).sort()).toEqual(before)
      expect(back.find(book => book.path.endsWith('A.cbz'))?.readProgress?.currentPage).toBe(2)
    })

    test('are hidden from users who may not change libraries', async () => {
      const nowhere = await admin.fetch(`/api/v1/libraries/${crypto.randomUUID()}/missing-books`)
      expect(await refusal(nowhere)).toBe('404 NotFound')
      const anonymous = await octavo.anonymous.fetch(`/api/v1/libraries/${id}/missing-books`)
      expect(await refusal(anonymous)).toBe('401 Unauthorized')
    })

    test('stay forever unless the library has a retention', async () => {
      const path = `/api/v1/libraries/${id}`
      const scanningConfig = { enabled: false, scanMode: 'normal', purgeMissingAfterDays: 30 }
      const changed = await admin.patch<LibraryDto>(path, { scanningConfig })
      expect(changed.scanningConfig?.purgeMissingAfterDays).toBe(30)
      const none = { scanningConfig: { ...scanningConfig, purgeMissingAfterDays: 0 } }
      const refused = await admin.fetch(path, { method: 'PATCH', headers: JSON_HEADERS, body: JSON.stringify(none) })
      expect(refused.status).toBe(422)
    })
  })
}
