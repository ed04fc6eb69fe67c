// Likely duplicates by several match types: compared, and merged by a rule.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { BookDto } from '@octavo/contract/book'
import type { DuplicateBooksDto, MergeDuplicatesDto, MergePlanDto } from '@octavo/contract/duplicate-books'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { makePerson, type Person } from './access/people'
import { bookAt, firstScans } from './catalogue'
import { runJob } from './jobs'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

const wide = (width: number) => ({ width, height: width * 1.5 })
const GROUPS = '/api/v1/duplicates/books'

for (const database of DATABASES) {
  describe(`books that may be duplicates on ${database}`, () => {
    const folder = temporaryFolder('likely')
    const at = (path: string) => join(folder.path, path)
    let octavo: Inhabited
    let admin: Client
    let reader: Person
    let maintainer: Client
    let libraries: LibraryDto[]
    const library = (name: string) => libraries.find(each => each.name === name)?.id ?? ''
    const list = async (who: Client = admin, query = '') =>
      (await who.get<Paginated<DuplicateBooksDto>>(`${GROUPS}${query}`)).data
    const idOf = async (path: string) => (await bookAt(admin, path)).id
    const groupWith = async (path: string) => {
      const id = await idOf(path)
      const group = (await list()).find(({ books }) => books.some(book => book.id === id))
      if (!group) throw new Error(`${path} is in no group`)
      return group
    }
    const plan = (body: object) => maintainer.post<MergePlanDto>(`${GROUPS}/plan`, body)
    const merge = async (who: Client, body: object) => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      return who.fetch(`${GROUPS}/merge`, init)
    }

    beforeAll(async () => {
      const copied = await comic({ pages: 4, size: wide(80) })
      writeLibrary(folder.path, {
        'open/Rock/Rock 3.cbz': copied,
        'open/Rock copies/Other 3.cbz': copied,
        'open/Wave/Wave 2.cbz': await comic({ pages: 5, size: wide(82) }),
        'open/Foam/Packed again.cbz': await comic({
          ...{ pages: 5, size: wide(82), method: 'deflate' },
          comicInfo: { Summary: 'Said here alone', Publisher: 'Someone', Genre: 'Drama' },
        }),
        'open/Tide/Tide 001.cbz': await comic({ pages: 3, size: wide(84) }),
        'open/Tide/Tide 1.cbz': await comic({ pages: 4, size: wide(120) }),
        'open/Tide/Tide 2.cbz': await comic({ pages: 3, size: wide(86) }),
        'open/Sand/First.cbz': await comic({ pages: 3, size: wide(88) }),
        'open/Silt/Second.cbz': await comic({ pages: 3, size: wide(90) }),
        'open/Apart/Shared.cbz': await comic({ pages: 3, size: wide(92) }),
        'vault/Hidden/Shared.cbz': await comic({ pages: 3, size: wide(92) }),
      })
      octavo = await startInhabited({
        ...{ database, libraries: [at('open'), at('vault')], env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' } },
      })
      admin = octavo.admin
      libraries = await firstScans(admin, 2)
      maintainer = await octavo.addUser('maintainer', 'maintainer')
      reader = await makePerson(octavo, 'reader', { limit: 'library', libraryIds: [library('open')] })
      // One ISBN in both spellings.
      for (const [path, externalId] of [
        ['Sand/First.cbz', '0-306-40615-2'],
        ['Silt/Second.cbz', '978-0-306-40615-7'],
      ] as const) {
        await admin.post(`/api/v1/books/${await idOf(path)}/external-ids`, { source: 'isbn', externalId })
      }
      expect(await runJob(admin, null, { type: 'duplicates' })).toMatchObject({ lastRunStatus: 'success' })
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('are found by content, pages, ISBN, and title and number, each pair once', async () => {
      const found = (await list()).map(({ certainty, reasons, books }) => [
        books.map(({ path }) => path.slice(folder.path.length + 1)).toSorted(),
        certainty,
        reasons,
      ])
      expect(found.toSorted()).toEqual([
        [['open/Apart/Shared.cbz', 'vault/Hidden/Shared.cbz'], 'proved', ['content', 'pages']],
        [['open/Foam/Packed again.cbz', 'open/Wave/Wave 2.cbz'], 'likely', ['pages']],
        [['open/Rock copies/Other 3.cbz', 'open/Rock/Rock 3.cbz'], 'proved', ['content', 'pages']],
        [['open/Sand/First.cbz', 'open/Silt/Second.cbz'], 'likely', ['external_id']],
        [['open/Tide/Tide 001.cbz', 'open/Tide/Tide 1.cbz'], 'likely', ['number']],
      ])
      expect((await list(admin, '?certainty=proved')).length).toBe(2)
      expect((await list(admin, '?pageSize=2&page=3')).length).toBe(1)
    })

    test('show their files side by side, readers’ data to administrators only, and no hidden books', async () => {
      const tide = await idOf('Tide/Tide 1.cbz')
      await reader.as.put(`/api/v1/books/${tide}/progress`, { currentPage: 2 })
      await reader.as.post(`/api/v1/books/${tide}/marks`, { kind: 'bookmark', page: 2 })
      const { books } = await groupWith('Tide/Tide 1.cbz')
      expect(books.find(book => book.id === tide)).toMatchObject({
        ...{ pageCount: 4, width: 120, height: 180, fileFormat: 'cbz', libraryName: 'open', seriesName: 'Tide' },
        fileSize: readFileSync(at('open/Tide/Tide 1.cbz')).length,
        readers: { places: 1, marks: 1, lists: 0, wantToRead: 0 },
      })
      const [packed, plain] = (await groupWith('Wave/Wave 2.cbz')).books.toSorted(
        (a, b) => b.metadataFields - a.metadataFields,
      )
      expect(packed?.title).toBe('Packed again')
      expect((packed?.metadataFields ?? 0) - (plain?.metadataFields ?? 0)).toBe(3)
      const seen = await list(reader.as)
      expect(seen.length).toBe(4)
      expect(JSON.stringify(seen)).not.toContain('Hidden')
      expect(seen.every(group => group.books.every(book => book.readers === null))).toBe(true)
      expect(seen.every(group => group.books.every(book => !book.path.startsWith('/')))).toBe(true)
    })

    test('are planned by a rule', async () => {
      const proved = await plan({ keep: 'larger' })
      expect(proved.total).toBe(2)
      expect(proved.skipped).toMatchObject([{ title: 'Shared', reason: 'other_library' }])
      const likely = await plan({ keep: 'larger', certainty: 'likely' })
      const kept = (
        await Promise.all(likely.merges.map(({ bookId }) => admin.get<{ book: BookDto }>(`/api/v1/books/${bookId}`)))
      ).map(({ book }) => book.title)
      expect(kept).toContain('Tide 1')
      const told = await plan({ keep: 'more_metadata', certainty: 'likely' })
      expect(told.merges.map(({ title }) => title)).toContain('Packed again')
      const elsewhere = await plan({ keep: 'library', libraryId: library('vault'), certainty: 'likely' })
      expect(elsewhere.merges).toEqual([])
      expect(new Set(elsewhere.skipped.map(({ reason }) => reason))).toEqual(new Set(['not_in_library']))
      const init = (body: object) => ({
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      expect((await maintainer.fetch(`${GROUPS}/plan`, init({ keep: 'library' }))).status).toBe(400)
    })

    test('are merged with readers’ data, one group at a time, and the other file is deleted on request', async () => {
      const tide = await groupWith('Tide/Tide 1.cbz')
      const [bookId, otherId] = [await idOf('Tide/Tide 001.cbz'), await idOf('Tide/Tide 1.cbz')]
      const shared = await groupWith('Apart/Shared.cbz')
      const [one, two] = shared.books.map(({ id }) => id)
      const merges = [
        { duplicateId: tide.id, bookId, bookIds: [otherId] },
        { duplicateId: shared.id, bookId: one, bookIds: [two] },
        { duplicateId: tide.id, bookId, bookIds: [one] },
      ]
      expect((await merge(reader.as, { merges })).status).toBe(403)
      expect((await merge(admin, { merges: [] })).status).toBe(422)
      const answer = await merge(maintainer, { merges, deleteFiles: true })
      const { results } = (await answer.json()) as MergeDuplicatesDto
      const size = tide.books.find(({ id }) => id === otherId)?.fileSize ?? 0
      expect(results).toMatchObject([
        { merged: 1, deletedFiles: 1, deletedBytes: size, problem: null },
        { merged: 0, deletedFiles: 0 },
        { merged: 0, deletedFiles: 0 },
      ])
      expect(results[1]?.problem).toContain('library')
      expect([existsSync(at('open/Tide/Tide 1.cbz')), existsSync(at('open/Tide/Tide 001.cbz'))]).toEqual([false, true])
      expect(existsSync(at('vault/Hidden/Shared.cbz'))).toBe(true)
      const place = await reader.as.get<{ currentPage: number }>(`/api/v1/books/${bookId}/progress`)
      expect(place.currentPage).toBe(2)
      const { data } = await reader.as.get<Paginated<BookDto>>('/api/v1/books?pageSize=50')
      expect(data.some(({ id }) => id === otherId)).toBe(false)
      expect((await list()).length).toBe(4)
    })

    test('can be dismissed, and restored', async () => {
      const { id } = await groupWith('Sand/First.cbz')
      expect((await maintainer.fetch(`/api/v1/duplicates/${id}`, { method: 'DELETE' })).status).toBe(204)
      await runJob(admin, null, { type: 'duplicates' })
      expect((await list()).some(group => group.id === id)).toBe(false)
      const restore = (who: Client) => who.fetch(`/api/v1/duplicates/${id}/restore`, { method: 'POST' })
      expect((await restore(reader.as)).status).toBe(403)
      expect((await restore(maintainer)).status).toBe(204)
      expect((await list()).some(group => group.id === id)).toBe(true)
      expect((await restore(maintainer)).status).toBe(204)
      const entries = await admin.get<Paginated<AuditEntryDto>>('/api/v1/audit?action=duplicate_restored')
      expect(entries.data.length).toBe(1)
    })
  })
}
