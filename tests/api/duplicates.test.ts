// Duplicate books and series.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { ListDuplicatesResponse, ListSeriesDuplicatesResponse } from '@octavo/contract/duplicate'
import type { LibraryDto } from '@octavo/contract/library'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { bookAt, confirmMissing, firstScans, makeLibrary, scan } from './catalogue'
import { dryRunJob, runJob } from './jobs'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

for (const database of DATABASES) {
  describe(`duplicates on ${database}`, () => {
    const folder = temporaryFolder('duplicates')
    const root = join(folder.path, 'Library')
    const at = (path: string) => join(root, path)
    let octavo: Inhabited
    let admin: Client
    let maintainer: Client
    let reader: Client
    let library: LibraryDto
    const search = () => runJob(admin, null, { type: 'duplicates' })
    const list = (who = admin) => who.get<ListDuplicatesResponse>('/api/v1/duplicates')
    const series = (query = '') => admin.get<ListSeriesDuplicatesResponse>(`/api/v1/duplicates/series${query}`)
    const other = temporaryFolder('maintenance-other')
    let second: LibraryDto

    beforeAll(async () => {
      writeLibrary(root, {
        'Stored/Stored.cbz': await comic({ pages: 3, size: { width: 400, height: 600 } }),
        'Sound/Sound.cbz': await comic({ pages: 2 }),
      })
      octavo = await startInhabited({ database, libraries: [root] })
      admin = octavo.admin
      maintainer = await octavo.addUser('maintainer', 'maintainer')
      reader = await octavo.addUser('reader')
      library = (await firstScans(admin))[0] as LibraryDto
      // Files of equal size and samples with different content: only full reading distinguishes them.
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
        'Empty/One.cbz': Buffer.alloc(0),
        'Empty/Two.cbz': Buffer.alloc(0),
        'Twins/One.cbz': twins[0] as Buffer,
        'Twins/Two.cbz': twins[1] as Buffer,
      })
      second = await makeLibrary(admin, 'Second', other.path)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
      other.remove()
    })

    test('are files of the same content, and series of the same title', async () => {
      expect((await list()).totalGroups).toBe(0)
      expect((await dryRunJob(admin, null, { type: 'duplicates' })).books).toBeGreaterThanOrEqual(2)
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
      expect(titles.duplicates[0]?.members.map(member => [member.title, member.libraryName, member.bookCount])).toEqual(
        [
          ['Sound', library.name, 1],
          ['sóund!', 'Second', 1],
        ],
      )
      expect((await series('?matchType=external_id')).totalGroups).toBe(0)
      expect((await admin.fetch('/api/v1/duplicates/series?matchType=looks')).status).toBe(400)
    })

    test('files that match in size and samples only are not duplicates', async () => {
      const [one, two] = [await bookAt(admin, 'Twins/One.cbz'), await bookAt(admin, 'Twins/Two.cbz')]
      expect(one.fileHash).toBe(two.fileHash)
      const ids = (await list()).duplicates.flatMap(group => group.bookIds)
      expect(ids).not.toContain(one.id)
    })

    test('a dismissed group does not reappear while it is unchanged', async () => {
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
      expect((await maintainer.fetch(`${ofSeries}/restore`, { method: 'POST' })).status).toBe(204)
      expect((await series()).duplicates.map(({ id }) => id)).toEqual([titles?.id ?? ''])
      // A third copy is news.
      writeLibrary(other.path, { 'Copies/Third.cbz': readFileSync(at('Stored/Stored.cbz')) })
      await scan(admin, second.id)
      await search()
      expect((await list()).duplicates[0]?.bookIds.length).toBe(3)
    })

    test('deleted copies are no longer duplicates', async () => {
      rmSync(join(other.path, 'Copies'), { recursive: true })
      await scan(admin, second.id)
      await confirmMissing(admin, second.id)
      expect((await list()).totalGroups).toBe(0)
      await search()
      expect((await list()).totalGroups).toBe(0)
    })

    test('only maintainers and administrators may search, one search at a time', async () => {
      const trigger = (who: Client) => who.fetch('/api/v1/duplicates/scan', { method: 'POST' })
      expect((await trigger(reader)).status).toBe(403)
      const answers = await Promise.all([trigger(maintainer), trigger(maintainer), trigger(maintainer)])
      const statuses = answers.map(answer => answer.status)
      expect(statuses).toContain(200)
      expect(statuses.every(status => status === 200 || status === 409)).toBe(true)
    })
  })
}
