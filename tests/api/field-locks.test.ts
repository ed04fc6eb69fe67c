// Every lock of books and series by name: a file sets a field, a person edits it, the file changes, bulk work and
// resets run, and the lock is removed. Each step is one scan of files with all possible fields.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BulkEditDto, BulkEditPreviewDto, BulkEditStartedDto } from '@octavo/contract/bulk-edit'
import type { CoverDto } from '@octavo/contract/cover'
import type { LibraryDto } from '@octavo/contract/library'
import type { FieldProvenanceDto } from '@octavo/contract/metadata-history'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { bookAt, firstScans, JSON_HEADERS, scan, seriesNamed } from './catalogue'
import * as locked from './locked-fields'
import { DATABASES } from './people'

setDefaultTimeout(90_000)

/** Fields of a series that sum up those of its books. */
const OF_BOOKS: readonly string[] = ['genres', 'tags']
/** Fields of a series that keep what its files once filled in: see series-from-books.rules. */
const FILLED: readonly string[] = ['summary', 'publisher', 'imprint', 'year']

type Values = Readonly<Record<string, unknown>> & { readonly locks: Readonly<Record<string, boolean>> }

for (const database of DATABASES) {
  describe(`locks on ${database}`, () => {
    const folder = temporaryFolder('field-locks')
    let octavo: Octavo
    let admin: Client
    let library: string
    let [first, second, series] = ['', '', '']
    let handCover = ''

    beforeAll(async () => {
      await locked.writeVersion(folder.path, 1)
      octavo = await startOctavo({ database })
      admin = await octavo.signInAsAdmin()
      const made = await admin.post<LibraryDto>('/api/v1/libraries', {
        ...{ name: 'Locks', path: folder.path, scanImmediately: true },
        ...{ bookStrategy: 'metadata_first', numberStrategy: 'metadata' },
        metadataSources: { groups: { names: ['opf_file', 'comicinfo'] }, order: ['comicinfo', 'opf_file'] },
      })
      library = made.id
      await firstScans(admin)
      first = `/api/v1/books/${(await bookAt(admin, 'Sea 01.cbz')).id}`
      second = `/api/v1/books/${(await bookAt(admin, 'Sea 02.cbz')).id}`
      series = `/api/v1/series/${(await seriesNamed(admin, 'Sea')).id}`
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const valuesAt = (path: string) => admin.get<Values>(`${path}/metadata`)
    const shown = (value: unknown): unknown =>
      Array.isArray(value) && value.every(each => typeof each === 'object' && 'id' in each)
        ? value.map(({ name }: { name: string }) => name)
        : (value ?? null)
    /** The fields as they are, each with its name. */
    const seen = async (path: string, fields: readonly locked.LockedField[]) => {
      const values = await valuesAt(path)
      return fields.map(({ field }) => [field, shown(values[field])])
    }
    const saidIn = (version: number, fields: readonly locked.LockedField[]) =>
      fields.flatMap(({ field, said }) => (said ? [[field, said(version)]] : []))
    const byHand = (fields: readonly locked.LockedField[]) => fields.map(({ field, hand }) => [field, hand])
    const ofFiles = (fields: readonly locked.LockedField[]) => fields.filter(({ said }) => said)
    const ofPeople = (fields: readonly locked.LockedField[]) => fields.filter(({ said }) => !said)
    const SUBJECTS = () =>
      [
        [first, locked.OF_BOOK],
        [second, locked.OF_ROLES],
        [series, locked.OF_SERIES],
      ] as const
    const putLocks = (path: string, names: readonly string[], isSet: boolean) =>
      admin.put(`${path}/metadata/locks`, Object.fromEntries(names.map(name => [name, isSet])))
    const nextVersion = async (version: number) => {
      await locked.writeVersion(folder.path, version)
      await scan(admin, library)
    }
    const bulk = async (kind: 'books' | 'series', body: object) => {
      const { editId } = await admin.post<BulkEditStartedDto>(`/api/v1/${kind}/bulk/edits`, body)
      return ended(editId)
    }
    const ended = (editId: string) =>
      until(
        () => admin.get<BulkEditDto>(`/api/v1/bulk-edits/${editId}`),
        ({ state }) => ['done', 'failed', 'cancelled'].includes(state),
      )
    const coverOf = async (path: string) => {
      const { covers } = await admin.get<{ covers: CoverDto[] }>(`${path}/covers`)
      return covers.find(({ isSelected }) => isSelected)?.id
    }

    test('the locks have the names of the interface', async () => {
      const { locks } = await valuesAt(first)
      expect(Object.keys(locks).sort()).toEqual([...locked.INTERFACE_LOCKS, ...locked.ROLE_LOCKS].sort())
      expect(locked.INTERFACE_LOCKS).toHaveLength(31)
      expect(Object.keys((await valuesAt(series)).locks).sort()).toEqual([...locked.SERIES_LOCKS].sort())
      const covered = [...locked.OF_BOOK, ...locked.OF_ROLES].map(({ lock }) => lock)
      expect([...covered, 'coverLock'].sort()).toEqual(Object.keys(locks).sort())
    })

    test('a file says each field that files can say', async () => {
      for (const [path, fields] of SUBJECTS()) {
        // The first scan of a series may have read its books before its series.json.
        const own = ofFiles(fields).filter(({ field }) => path !== series || !FILLED.includes(field))
        expect(await seen(path, own)).toEqual(saidIn(1, own))
        expect(Object.values((await valuesAt(path)).locks)).not.toContain(true)
      }
    })

    test('what a person says is shown, and locked by the lock of its field', async () => {
      for (const [path, fields] of SUBJECTS()) {
        // The translator is one of the authors here, and has a lock all the same.
        await admin.patch(`${path}/metadata`, Object.fromEntries(byHand(fields)))
        expect(await seen(path, fields)).toEqual(byHand(fields))
        const { locks } = await valuesAt(path)
        expect(fields.filter(({ lock }) => !locks[lock]).map(({ lock }) => lock)).toEqual([])
      }
      handCover = (await admin.post<CoverDto>(`${first}/covers`, { page: 2 })).id
      await admin.post(`${series}/covers`, { generated: true })
      await admin.post(`${series}/alternate-titles`, { label: 'German', title: 'Meer' })
      expect((await valuesAt(first)).locks.coverLock).toBe(true)
      expect((await valuesAt(series)).locks).toMatchObject({ cover: true, alternateTitles: true })
    })

    test('a scan of changed files changes none of it, and each field says so and what its file says now', async () => {
      const covers = [await coverOf(first), await coverOf(series)]
      await nextVersion(2)
      for (const [path, fields] of SUBJECTS()) {
        expect(await seen(path, fields)).toEqual(byHand(fields))
        const { fields: origins } = await admin.get<{ fields: FieldProvenanceDto[] }>(`${path}/metadata/provenance`)
        for (const { field, lock, said } of fields) {
          const origin = origins.find(each => each.field === field)
          if (!origin) continue
          expect(origin).toMatchObject({ field, lock, locked: true, origin: 'person', person: 'admin' })
          const value = said?.(2) ?? null
          if (origin.hasFileValue && value !== null) expect([field, origin.fileValue]).toEqual([field, fileForm(value)])
        }
        const known = origins.filter(({ hasFileValue }) => hasFileValue).map(({ field }) => field)
        expect(ofFiles(fields).length - known.length).toBeLessThan(path === second ? 8 : 6)
      }
      expect([await coverOf(first), await coverOf(series)]).toEqual(covers)
      expect(covers[0]).toBe(handCover)
    })

    test('bulk edits and bulk resets leave it alone and name what they skipped', async () => {
      for (const kind of ['books', 'series'] as const) {
        const [path, fields] =
          kind === 'books' ? ([first, locked.OF_BOOK] as const) : ([series, locked.OF_SERIES] as const)
        const selection = { ids: [path.split('/').at(-1)] }
        const changes = { publisher: 'Bulk', customMetadata: { bulk: 1 } }
        const edit = await bulk(kind, { selection, action: { type: 'edit', changes } })
        expect(edit.skipped.map(({ field }) => field).sort()).toEqual(['customMetadata', 'publisher'])
        const action = { selection, action: { type: 'reset' } }
        const preview = await admin.post<BulkEditPreviewDto>(`/api/v1/${kind}/bulk/edits/preview`, action)
        const names = fields.map(({ field }) => field).filter(field => field !== 'translator')
        expect(preview.skipped.map(({ field }) => field)).toEqual(expect.arrayContaining(names))
        expect([preview.matched, preview.changed, preview.fields]).toEqual([1, 0, []])
        const run = await bulk(kind, action)
        expect(run).toMatchObject({ state: 'done', changed: 0 })
        expect(run.skipped.map(({ field }) => field)).toEqual(expect.arrayContaining(names))
        expect(await seen(path, fields)).toEqual(byHand(fields))
      }
    })

    test('a bulk reset of locked fields too takes the files again, and is undone with its locks', async () => {
      for (const kind of ['books', 'series'] as const) {
        const [path, fields] =
          kind === 'books' ? ([first, locked.OF_BOOK] as const) : ([series, locked.OF_SERIES] as const)
        const { locks } = await valuesAt(path)
        const action = { selection: { ids: [path.split('/').at(-1)] }, action: { type: 'reset' }, includeLocked: true }
        const preview = await admin.post<BulkEditPreviewDto>(`/api/v1/${kind}/bulk/edits/preview`, action)
        expect([preview.changed, preview.skipped]).toEqual([1, []])
        expect(await seen(path, fields)).toEqual(byHand(fields))
        const run = await bulk(kind, action)
        expect(run).toMatchObject({ state: 'done', changed: 1, skipped: [] })
        // Those of a series are also of its books, of which the first says something else.
        const own = ofFiles(fields).filter(({ field }) => kind === 'books' || !OF_BOOKS.includes(field))
        expect(await seen(path, own)).toEqual(saidIn(2, own))
        const { editId } = await admin.post<BulkEditStartedDto>(`/api/v1/bulk-edits/${run.id}/revert`)
        expect(await ended(editId)).toMatchObject({ state: 'done', changed: 1, skipped: [] })
        expect(await seen(path, fields)).toEqual(byHand(fields))
        expect((await valuesAt(path)).locks).toEqual(locks)
      }
    })

    test('a lifted lock gives the value of the file at once, and a scan those of the changed file', async () => {
      for (const [path, fields] of SUBJECTS()) {
        await putLocks(path, Object.keys((await valuesAt(path)).locks), false)
        expect(await seen(path, ofFiles(fields))).toEqual(saidIn(2, fields))
        // A value that no file has stays until it is reset or cleared.
        expect(await seen(path, ofPeople(fields))).toEqual(byHand(ofPeople(fields)))
      }
      await nextVersion(3)
      expect(await seen(first, ofFiles(locked.OF_BOOK))).toEqual(saidIn(3, locked.OF_BOOK))
      const [filled, followed] = [true, false].map(isFilled =>
        ofFiles(locked.OF_SERIES).filter(({ field }) => FILLED.includes(field) === isFilled),
      ) as [locked.LockedField[], locked.LockedField[]]
      expect(await seen(series, filled)).toEqual(saidIn(2, filled))
      expect(await seen(series, followed)).toEqual(saidIn(3, followed))
      for (const kind of ['books', 'series'] as const) {
        const [path, fields] =
          kind === 'books' ? ([first, locked.OF_BOOK] as const) : ([series, locked.OF_SERIES] as const)
        await bulk(kind, { selection: { ids: [path.split('/').at(-1)] }, action: { type: 'reset' } })
        const cleared = (await seen(path, ofPeople(fields))).map(([, value]) => value)
        expect(cleared.flat().filter(value => value !== null)).toEqual([])
      }
    })

    test('names that the file says already are neither changed nor locked by adding them', async () => {
      const selection = { ids: [first.split('/').at(-1)] }
      const action = { type: 'genres', add: ['genre 3'], remove: ['Genre 1'] }
      expect(await bulk('books', { selection, action })).toMatchObject({ state: 'done', changed: 0, skipped: [] })
      await admin.post('/api/v1/books/bulk/tags', { bookIds: selection.ids, add: ['Tag 3'] })
      const { genres, subjects, locks } = await valuesAt(first)
      expect([genres, subjects]).toEqual([['Genre 3'], ['Tag 3']])
      expect([locks.genreLock, locks.subjectsLock]).toEqual([false, false])
    })

    test('a reset of everything keeps the ids, links and ratings that people added', async () => {
      const kinds = ['external-ids', 'external-links', 'external-ratings']
      const entries = () => Promise.all(kinds.map(kind => admin.get<object>(`${series}/${kind}`)))
      await admin.post(`${series}/external-ids`, { source: 'anilist', externalId: '30013' })
      await admin.post(`${series}/external-links`, { sourceName: 'wiki', url: 'https://example.org/sea' })
      await admin.post(`${series}/external-ratings`, { sourceName: 'anilist', rating: 85 })
      const rated = await admin.fetch(`${series}/rating`, {
        method: 'PUT',
        headers: JSON_HEADERS,
        body: '{"rating":80}',
      })
      expect(rated.status).toBe(200)
      const before = await entries()
      expect(JSON.stringify(before)).toContain('30013')
      await admin.delete(`${series}/metadata`)
      expect(await entries()).toEqual(before)
      expect(await admin.get<object>(`${series}/rating`)).toMatchObject({ rating: 80 })
    })
  })
}

/** Lists of ISBNs are texts in answers. */
function fileForm(value: unknown): unknown {
  return typeof value === 'string' && /^97[89]\d{10}$/.test(value) ? [value] : value
}
