import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { ScanReportDto } from '@octavo/contract/scan'
import { writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { allBooks, bookAt, JSON_HEADERS, makeLibrary, refusal } from './catalogue'
import { type DATABASES, type Inhabited, startInhabited } from './people'
import { bytes, WATCH, watched, watchOf } from './watching'

/** The same tests for either database, in separate files: they mostly wait for the disk. */
export function watchingOn(database: (typeof DATABASES)[number]): void {
  describe(`watching on ${database}`, () => {
    const folder = temporaryFolder('watching')
    const root = join(folder.path, 'Library')
    let octavo: Inhabited
    let admin: Client
    let library: LibraryDto
    const paths = async () => (await allBooks(admin)).map(book => book.path.slice(root.length + 1)).sort()
    const untilPaths = (test: (all: readonly string[]) => boolean) => until(paths, test, 45)
    const current = () => admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)

    beforeAll(async () => {
      const files: Record<string, Uint8Array> = {}
      for (const name of ['A/1', 'A/2', 'B/3', 'B/4', 'C/D/5', 'C/D/6', 'C/7', '8', '9', '10']) {
        files[`${name}.cbz`] = await bytes()
      }
      writeLibrary(root, files)
      octavo = await startInhabited({ database, env: WATCH })
      admin = octavo.admin
      library = await makeLibrary(admin, 'Watched', root)
      await watched(admin, library.id)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('says how', async () => {
      expect(await watchOf(admin, library.id)).toMatchObject({
        state: 'events',
        reason: null,
        folders: [{ path: root, state: 'events', reason: null, folders: 5, everySeconds: null }],
      })
      const reader = await octavo.addUser(`watch-${database}`, 'reader')
      expect(await refusal(await reader.fetch(`/api/v1/libraries/${library.id}/watch`))).toBe('403 Forbidden')
      const none = `/api/v1/libraries/${crypto.randomUUID()}/watch`
      expect(await refusal(await admin.fetch(none))).toBe('404 NotFound')
    })

    test('a file that is copied slowly appears once, and whole', async () => {
      const whole = Buffer.from(await bytes())
      const seen: BookDto[] = []
      const looking = setInterval(async () => {
        const book = (await allBooks(admin)).find(each => each.path.endsWith('slow.cbz'))
        if (book) seen.push(book)
      }, 200)
      const file = join(root, 'A/slow.cbz')
      writeFileSync(file, '')
      const piece = Math.ceil(whole.length / 12)
      for (let at = 0; at < whole.length; at += piece) {
        appendFileSync(file, whole.subarray(at, at + piece))
        expect(seen).toEqual([])
        await Bun.sleep(400)
      }
      await until(
        () => bookAt(admin, 'A/slow.cbz').catch(() => null),
        book => book?.analyzed === true,
        45,
      )
      clearInterval(looking)
      expect(await bookAt(admin, 'A/slow.cbz')).toMatchObject({ pageCount: 2, analysisError: null })
      expect(seen.every(book => book.analysisError === null)).toBe(true)
      const { data } = await admin.get<Paginated<ScanReportDto>>(`/api/v1/libraries/${library.id}/scans`)
      expect(data[0]).toMatchObject({ folders: ['A'], widened: false, counts: { new: 1 } })
    })

    test('a folder that is moved keeps its books, their places and its series', async () => {
      const before = await bookAt(admin, 'C/D/5.cbz')
      const place = { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify({ currentPage: 1 }) }
      expect((await admin.fetch(`/api/v1/books/${before.id}/progress`, place)).status).toBe(200)
      renameSync(join(root, 'C/D'), join(root, 'Elsewhere'))
      await untilPaths(all => all.includes('Elsewhere/5.cbz') && !all.includes('C/D/5.cbz'))
      const after = await bookAt(admin, 'Elsewhere/5.cbz')
      expect(after).toMatchObject({ id: before.id, seriesId: before.seriesId, readProgress: { currentPage: 1 } })
      // What is put into it at its new place is noticed there.
      writeFileSync(join(root, 'Elsewhere/11.cbz'), await bytes())
      await untilPaths(all => all.includes('Elsewhere/11.cbz'))
    })

    test('a new folder with all inside it, and a file that is deleted', async () => {
      mkdirSync(join(folder.path, 'aside/E/F'), { recursive: true })
      writeFileSync(join(folder.path, 'aside/E/F/12.cbz'), await bytes())
      cpSync(join(folder.path, 'aside/E'), join(root, 'E'), { recursive: true })
      await untilPaths(all => all.includes('E/F/12.cbz'))
      writeFileSync(join(root, 'E/F/13.cbz'), await bytes())
      await untilPaths(all => all.includes('E/F/13.cbz'))
      rmSync(join(root, 'E/F/12.cbz'))
      await untilPaths(all => !all.includes('E/F/12.cbz'))
    })

    test('what is not a book, and what the library leaves out, leads to no scan', async () => {
      const reports = () => admin.get<Paginated<ScanReportDto>>(`/api/v1/libraries/${library.id}/scans`)
      const { total } = await reports()
      writeFileSync(join(root, 'A/notes.txt'), 'n')
      writeFileSync(join(root, 'A/.hidden.cbz'), await bytes())
      writeFileSync(join(root, 'B/after.cbz'), await bytes())
      await untilPaths(all => all.includes('B/after.cbz'))
      const { data } = await reports()
      expect(data[0]?.folders).toEqual(['B'])
      expect((await reports()).total).toBe(total + 1)
    })

    test('the folder goes away and comes back: nothing is deleted, and watching goes on', async () => {
      const before = await paths()
      renameSync(root, join(folder.path, 'Away'))
      await until(current, ({ isActive, absences }) => isActive && absences.some(({ path }) => path === ''), 45)
      expect(await watchOf(admin, library.id)).toMatchObject({ state: 'away' })
      expect(await paths()).toEqual(before)
      renameSync(join(folder.path, 'Away'), root)
      await until(current, ({ absences }) => absences.length === 0, 45)
      expect(await paths()).toEqual(before)
      await watched(admin, library.id)
      writeFileSync(join(root, 'A/back.cbz'), await bytes())
      await untilPaths(all => all.includes('A/back.cbz'))
    })

    test('a folder that was away only while a scan went by is believed again', async () => {
      const absence = { path: '', reason: 'unreadable', message: 'It cannot be read.', books: 1, mayConfirm: false }
      const absences = JSON.stringify([{ ...absence, since: '2026-01-01T00:00:00.000Z' }])
      await octavo.execute(
        `update library_folders set unavailable_reason = 'It cannot be read.', absences = '${absences}'`,
      )
      expect((await current()).absences).toHaveLength(1)
      await until(current, ({ absences }) => absences.length === 0, 45)
    })

    test('what changed while the server was down is found when it is up', async () => {
      const restarted = octavo.restart()
      await Bun.write(join(root, 'B/down.cbz'), await bytes())
      await restarted
      await untilPaths(all => all.includes('B/down.cbz'))
    })

    test('each folder of a library, also when one was away and came back while the server was down', async () => {
      const second = join(folder.path, 'Second')
      writeLibrary(second, { 'E/1.cbz': await bytes(), 'E/2.cbz': await bytes() })
      const all = async () => (await allBooks(admin)).map(book => book.path.slice(folder.path.length + 1)).sort()
      const untilThere = (path: string) => until(all, found => found.includes(path), 45)
      await admin.patch(`/api/v1/libraries/${library.id}`, { paths: [root, second] })
      await untilThere('Second/E/1.cbz')
      await until(
        () => watchOf(admin, library.id),
        ({ folders }) => folders.length === 2 && folders.every(({ state }) => state === 'events'),
      )
      writeFileSync(join(second, 'E/3.cbz'), await bytes())
      await untilThere('Second/E/3.cbz')
      renameSync(second, join(folder.path, 'Away'))
      await until(current, ({ absences }) => absences.some(({ folder }) => folder === second), 45)
      writeFileSync(join(root, 'A/other.cbz'), await bytes())
      await untilThere('Library/A/other.cbz')
      expect(await all()).toContain('Second/E/3.cbz')
      // Like a disk that was last changed long ago.
      const old = join(folder.path, 'Away/E/4.cbz')
      writeFileSync(old, await bytes())
      for (const path of [old, join(folder.path, 'Away/E')]) utimesSync(path, 1_600_000_000, 1_600_000_000)
      const restarted = octavo.restart()
      renameSync(join(folder.path, 'Away'), second)
      await restarted
      await untilThere('Second/E/4.cbz')
      await until(current, ({ absences }) => absences.length === 0, 45)
      await admin.patch(`/api/v1/libraries/${library.id}`, { paths: [root] })
      await until(all, found => found.every(path => path.startsWith('Library/')), 45)
      await until(
        () => watchOf(admin, library.id),
        ({ folders }) => folders.length === 1 && folders[0]?.path === root,
      )
    })

    test('a library can be left out', async () => {
      const scanningConfig = { enabled: true, scanMode: 'normal', watch: false }
      const put = (watch: boolean) =>
        admin.fetch(`/api/v1/libraries/${library.id}`, {
          method: 'PATCH',
          headers: JSON_HEADERS,
          body: JSON.stringify({ scanningConfig: { ...scanningConfig, watch } }),
        })
      expect((await put(false)).status).toBe(200)
      expect(await watchOf(admin, library.id)).toEqual({ state: 'off', reason: 'library', folders: [] })
      expect((await current()).scanningConfig).toMatchObject({ watch: false })
      expect((await put(true)).status).toBe(200)
      await watched(admin, library.id)
    })

    test('one folder or one series is scanned with the permission', async () => {
      const scan = (path: string, who = admin) => who.fetch(`/api/v1/${path}`, { method: 'POST' })
      const reader = await octavo.addUser(`scan-${database}`, 'reader')
      const { seriesId } = await bookAt(admin, 'A/1.cbz')
      const one = `libraries/${library.id}/scan?path=A`
      expect(await refusal(await scan(one, reader))).toBe('403 Forbidden')
      expect(await refusal(await scan(`series/${seriesId}/scan`, reader))).toBe('403 Forbidden')
      expect(await refusal(await scan(`series/${crypto.randomUUID()}/scan`))).toBe('404 NotFound')
      expect(await refusal(await scan(`libraries/${library.id}/scan?path=../Away`))).toBe('400 BadRequest')
      expect(await refusal(await scan(`libraries/${library.id}/scan?path=Nothing`))).toBe('404 NotFound')
      expect((await scan(one)).status).toBe(200)
      expect((await scan(`series/${seriesId}/scan`)).status).toBe(200)
    })
  })
}
