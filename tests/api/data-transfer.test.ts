// A user's data: exported from one server, read by Python, and imported into another one with files in other places.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { DataImportDto } from '@octavo/contract/data-transfer'
import type { SeriesDto } from '@octavo/contract/series'
import type { UserInfo } from '@octavo/contract/user'
import sharp from 'sharp'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { pngImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { makePerson, type Person } from './access/people'
import { allBooks, firstScans, type SeriesPage } from './catalogue'
import { applied, checked, download, EXPORTS, exported, IMPORTS, partOf } from './data-transfer'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

const READ = `
import csv, io, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    text = lambda name: archive.read(name).decode('utf-8')
    print(json.dumps({
        'names': sorted(archive.namelist()),
        'manifest': json.loads(text('manifest.json')),
        'rows': {name[:-6]: [json.loads(line) for line in text(name).splitlines()] for name in archive.namelist() if name.endswith('.jsonl')},
        'csv': {name[:-4]: list(csv.DictReader(io.StringIO(text(name), newline=''))) for name in archive.namelist() if name.endswith('.csv')},
        'cbl': {name: text(name) for name in archive.namelist() if name.endswith('.cbl')},
    }))
`
const WITH_DIRECTION_MARKS = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], 'w') as new:
    for name, data in [(name, old.read(name)) for name in old.namelist()]:
        if name == 'read-lists.jsonl':
            row = json.loads(data.splitlines()[0]) | {'name': 'Marked'}
            for entry in row['entries']: entry['section'] = '\\u2067Part one\\u2069'
            data = (json.dumps(row) + '\\n').encode()
        new.writestr(name, data)
`
interface Archive {
  readonly names: string[]
  readonly manifest: { readonly parts: { readonly name: string; readonly rows: number }[] }
  readonly rows: Record<string, Record<string, unknown>[]>
  readonly csv: Record<string, Record<string, string>[]>
  readonly cbl: Record<string, string>
}

for (const database of DATABASES) {
  describe(`own data on ${database}`, () => {
    const folder = temporaryFolder('data-transfer')
    const at = (path: string) => join(folder.path, path)
    let here: Inhabited
    let there: Inhabited
    let ada: Person
    let bob: Person
    let bytes: Uint8Array<ArrayBuffer>
    let books: readonly BookDto[]

    const bookIn = (all: readonly BookDto[], title: string) => all.find(book => book.path.endsWith(title)) as BookDto
    const idOf = (title: string) => bookIn(books, title).id
    const seriesOf = async (who: Client) => (await who.get<SeriesPage>('/api/v1/series?pageSize=100')).data
    const named = (all: readonly SeriesDto[], title: string) => all.find(series => series.title === title) as SeriesDto

    const read = (archive: Uint8Array): Archive => {
      writeFileSync(at('archive.zip'), archive)
      return JSON.parse(execFileSync('python3', ['-c', READ, at('archive.zip')], { encoding: 'utf8' }))
    }
    const counts = (done: DataImportDto, what: 'taken' | 'known' | 'missing' | 'newer' | 'refused' | 'invalid') =>
      Object.fromEntries((done.report?.parts ?? []).map(part => [part.name, part[what]]))

    /** What a person has, by names that both servers know. */
    async function possessions(who: Client) {
      const all = await allBooks(who)
      const nameOf = (id: unknown) => all.find(book => book.id === id)?.path.replace(/^.*\//, '') ?? id
      const series = await seriesOf(who)
      const places = all.flatMap(({ id, readProgress: place }) =>
        place
          ? [
              {
                of: nameOf(id),
                page: place.currentPage,
                done: place.completed,
                at: [place.startedAt, place.completedAt],
              },
            ]
          : [],
      )
      const history = await who.get<{
        data: { bookId: string; completed: boolean; startedAt: string; endedAt: string }[]
      }>('/api/v1/user/read-history')
      const queue = await who.get<{ items: { seriesId?: string; bookId?: string; addedAt: string }[] }>(
        '/api/v1/want-to-read?sort=custom',
      )
      const ratings = await who.get<{
        ratings: { bookId: string; rating: number; notes: string; updatedAt: string }[]
      }>('/api/v1/user/ratings/books')
      return {
        places: places.toSorted((a, b) => String(a.of).localeCompare(String(b.of))),
        history: history.data.map(({ bookId, completed, startedAt, endedAt }) => [
          nameOf(bookId),
          completed,
          startedAt,
          endedAt,
        ]),
        queue: queue.items.map(each => [
          nameOf(each.bookId ?? null) ?? series.find(({ id }) => id === each.seriesId)?.title,
          each.addedAt,
        ]),
        ratings: ratings.ratings.map(({ bookId, rating, notes, updatedAt }) => [
          nameOf(bookId),
          rating,
          notes,
          updatedAt,
        ]),
      }
    }

    beforeAll(async () => {
      const files = {
        alpha1: await comic({ pages: 9, comicInfo: { Number: '1' } }),
        alpha2: await comic({ pages: 8, comicInfo: { Number: '2' } }),
        beta: await comic({ pages: 7, comicInfo: { Number: '1' } }),
        notes: ebook({
          title: 'Notes',
          chapters: [
            { title: 'One', paragraphs: ['Words. '.repeat(400)] },
            { title: 'Two', paragraphs: ['More. '.repeat(400)] },
          ],
        }),
      }
      writeLibrary(folder.path, {
        'here/Alpha/alpha 1.cbz': files.alpha1,
        'here/Alpha/alpha 2.cbz': files.alpha2,
        'here/Beta/beta 1.cbz': files.beta,
        'here/Texts/notes.epub': files.notes,
        'vault/Zzhidden/zzhidden 1.cbz': await comic({ pages: 3 }),
        'there/Comics/A/Alpha/alpha 1.cbz': files.alpha1,
        // Another file of the same book.
        'there/Comics/A/Alpha/alpha 2.cbz': await comic({
          pages: 8,
          size: { width: 70, height: 90 },
          comicInfo: { Number: '2' },
        }),
        'there/Ebooks/Texts/notes.epub': files.notes,
      })
      here = await startInhabited({ database, libraries: [at('here'), at('vault')] })
      there = await startInhabited({ database, libraries: [at('there')] })
      await firstScans(here.admin, 2)
      await firstScans(there.admin, 1)
      ada = await makePerson(here, 'ada')
      bob = await makePerson(there, 'bob')
      const { as } = ada
      books = await allBooks(as)
      const series = await seriesOf(as)
      const [alpha, beta] = [named(series, 'Alpha').id, named(series, 'Beta').id]
      const progress = (title: string, body: object) => as.put(`/api/v1/books/${idOf(title)}/progress`, body)
      await progress('alpha 1.cbz', { currentPage: 4 })
      await progress('alpha 2.cbz', { currentPage: 8, completed: true })
      await progress('beta 1.cbz', { currentPage: 2 })
      await progress('zzhidden 1.cbz', { currentPage: 2 })
      await as.put(`/api/v1/books/${idOf('notes.epub')}/progression`, {
        modified: new Date().toISOString(),
        locator: { href: 'OEBPS/c2.xhtml', type: 'application/xhtml+xml', locations: { progression: 0.25 } },
      })
      await as.post('/api/v1/reading-sessions', {
        sessions: [
          {
            ...{
              id: '0199a0b1-7c3d-7000-8000-00000000000a',
              bookId: idOf('alpha 1.cbz'),
              deviceId: 'phone',
              kind: 'progress',
            },
            ...{ clientStartedAt: '2026-01-02T10:00:00Z', clientEndedAt: '2026-01-02T10:20:00Z' },
            ...{ activeDurationMs: 600_000, pagesRead: 3 },
          },
        ],
      })
      await as.put(`/api/v1/books/${idOf('alpha 1.cbz')}/rating`, { rating: 80, notes: '=1+1 "good"' })
      await as.put(`/api/v1/series/${alpha}/rating`, { rating: 70 })
      await as.post('/api/v1/want-to-read', { bookId: idOf('notes.epub') })
      await as.post('/api/v1/want-to-read', { seriesId: alpha })
      await as.post('/api/v1/want-to-read', { seriesId: beta })
      const collection = await as.post<{ id: string }>('/api/v1/collections', { name: 'Mine', visibility: 'private' })
      await as.post(`/api/v1/collections/${collection.id}/series`, { seriesIds: [beta, alpha] })
      const list = await as.post<{ id: string }>('/api/v1/readlists', {
        name: 'Order: of/reading',
        visibility: 'private',
      })
      await as.post(`/api/v1/readlists/${list.id}/books`, { bookIds: [idOf('beta 1.cbz'), idOf('alpha 2.cbz')] })
      await as.put('/api/v1/user/preferences/ui.theme', { value: 'dark' })
      await as.put(`/api/v1/user/preferences/reader.comic.series.${alpha.replaceAll('-', '')}`, {
        value: { direction: 'rtl' },
      })
      await as.post('/api/v1/filter-presets', {
        ...{ name: 'Long', scope: 'list', target: 'series', condition: { bookCount: { operator: 'gt', value: 1 } } },
      })
      await as.post(`/api/v1/books/${idOf('alpha 1.cbz')}/marks`, { kind: 'bookmark', page: 3, note: 'Here' })
      const form = new FormData()
      form.append('file', new Blob([Buffer.from(await pngImage({ width: 90, height: 60 }, '#2244cc'))]), 'me.png')
      expect((await as.fetch('/api/v1/user/avatar', { method: 'POST', body: form })).status).toBe(200)
      bytes = await (await download(as, await exported(as))).bytes()
    })
    afterAll(async () => {
      await here?.stop()
      await there?.stop()
      folder.remove()
    })

    test('the archive is read by others, and says what everything is about', () => {
      const { names, manifest, rows, csv, cbl } = read(bytes)
      expect(names).toContain('manifest.json')
      expect(Object.fromEntries(manifest.parts.map(part => [part.name, part.rows]))).toMatchObject({
        ...{ places: 5, history: 1, sessions: 1, ratings: 2, marks: 1, 'want-to-read': 3 },
        ...{ collections: 1, 'read-lists': 1, 'saved-filters': 1, 'profile-picture': 1 },
      })
      const alpha = rows.books?.find(book => book.id === idOf('alpha 1.cbz'))
      const { fileHash, readerSyncHash } = bookIn(books, 'alpha 1.cbz')
      expect(alpha).toMatchObject({
        seriesTitle: 'Alpha',
        number: 1,
        path: 'Alpha/alpha 1.cbz',
        fileHash,
        readerSyncHash,
      })
      expect(csv.ratings?.map(row => row.notes)).toContain(`'=1+1 "good"`)
      expect(Object.entries(cbl)).toEqual([
        ['read-lists/Order_ of_reading.cbl', expect.stringContaining('<Book Series="Beta" Number="1"')],
      ])
    })

    test('a dry run says what would be taken, and takes nothing', async () => {
      const done = await checked(bob.as, bytes)
      expect([done.status, done.error]).toEqual(['checked', null])
      expect(done.report?.books).toEqual({
        ...{ total: 5, missing: 2 },
        matched: { fileHash: 2, readerSyncHash: 0, path: 0, externalId: 0, titleAndNumber: 1 },
      })
      expect(done.report?.missingTitles.map(({ series }) => series)).toEqual(
        expect.arrayContaining(['Beta', 'Zzhidden']),
      )
      expect(counts(done, 'taken')).toEqual({
        ...{ places: 3, history: 1, sessions: 1, ratings: 2, marks: 1, 'want-to-read': 2 },
        ...{ collections: 1, 'read-lists': 1, preferences: expect.any(Number), 'saved-filters': 1 },
        'profile-picture': 1,
      })
      expect(counts(done, 'missing')).toMatchObject({ places: 2, 'want-to-read': 1 })
      const nothing = await possessions(bob.as)
      expect(nothing).toEqual({ places: [], history: [], queue: [], ratings: [] })
    })

    test('progress, the want-to-read queue and ratings are the same on the other server', async () => {
      const done = await applied(bob.as, await checked(bob.as, bytes))
      expect(counts(done, 'refused')).toMatchObject({
        places: 0,
        marks: 0,
        collections: 0,
        'read-lists': 0,
        'saved-filters': 0,
        'profile-picture': 0,
      })
      const [before, after] = [await possessions(ada.as), await possessions(bob.as)]
      const isThere = (of: unknown) => !/beta|zzhidden/i.test(String(of))
      expect(after.places).toEqual(before.places.filter(({ of }) => isThere(of)))
      expect(after.history).toEqual(before.history)
      expect(after.queue).toEqual(before.queue.filter(([of]) => isThere(of)))
      expect(after.ratings).toEqual(before.ratings)
      const series = await seriesOf(bob.as)
      const alpha = named(series, 'Alpha').id
      const notes = bookIn(await allBooks(bob.as), 'notes.epub')
      expect(await bob.as.get<object>(`/api/v1/books/${notes.id}/progression`)).toMatchObject({
        locator: { href: 'OEBPS/c2.xhtml', locations: { progression: 0.25 } },
      })
      expect(await bob.as.get<object>(`/api/v1/series/${alpha}/rating`)).toMatchObject({ rating: 70 })
      expect(await bob.as.get<object>('/api/v1/user/preferences/ui.theme')).toMatchObject({ value: 'dark' })
      expect(
        await bob.as.get<object>(`/api/v1/user/preferences/reader.comic.series.${alpha.replaceAll('-', '')}`),
      ).toMatchObject({ value: { direction: 'rtl' } })
      const lists = await bob.as.get<{ items: object[] }>('/api/v1/readlists')
      expect(lists.items).toEqual([
        expect.objectContaining({ name: 'Order: of/reading', visibility: 'private', wantedCount: 1 }),
      ])
      const collections = await bob.as.get<{ items: { seriesCount: number }[] }>('/api/v1/collections')
      expect(collections.items.map(each => each.seriesCount)).toEqual([1])
      const first = bookIn(await allBooks(bob.as), 'alpha 1.cbz')
      const marks = await bob.as.get<{ marks: { note: string; page: number }[] }>(`/api/v1/books/${first.id}/marks`)
      expect(JSON.stringify(marks)).toContain('"note":"Here"')
      const { id, avatar } = await bob.as.get<UserInfo>('/api/v1/auth/me')
      const picture = await bob.as.fetch(`/api/v1/users/${id}/avatar?v=${avatar}`)
      const { channels } = await sharp(Buffer.from(await picture.arrayBuffer())).stats()
      const colour = [0x22, 0x44, 0xcc]
      for (const [at, { mean }] of channels.entries()) expect(Math.abs(mean - (colour[at] ?? 0))).toBeLessThan(6)
      expect(channels).toHaveLength(3)
    })

    test('a second import changes nothing; newer data stays', async () => {
      const before = await possessions(bob.as)
      const again = await applied(bob.as, await checked(bob.as, bytes))
      expect(Object.values(counts(again, 'taken')).every(taken => taken === 0)).toBe(true)
      expect(await possessions(bob.as)).toEqual(before)
      const first = bookIn(await allBooks(bob.as), 'alpha 1.cbz')
      await bob.as.put(`/api/v1/books/${first.id}/progress`, { currentPage: 7 })
      const third = await applied(bob.as, await checked(bob.as, bytes))
      expect(partOf(third, 'places')).toMatchObject({ newer: 1, taken: 0 })
      expect(bookIn(await allBooks(bob.as), 'alpha 1.cbz').readProgress?.currentPage).toBe(7)
    })

    test('marks of the text direction are left out of an imported list', async () => {
      read(bytes)
      execFileSync('python3', ['-c', WITH_DIRECTION_MARKS, at('archive.zip'), at('marked.zip')])
      const done = await applied(bob.as, await checked(bob.as, await Bun.file(at('marked.zip')).bytes()))
      expect(partOf(done, 'read-lists')).toMatchObject({ taken: 1, refused: 0 })
      const { items } = await bob.as.get<{ items: { id: string; name: string }[] }>('/api/v1/readlists')
      const entries = `/api/v1/readlists/${items.find(({ name }) => name === 'Marked')?.id}/entries`
      const { data } = await bob.as.get<{ data: { section: string | null }[] }>(entries)
      expect(data.map(({ section }) => section)).toEqual(['Part one', 'Part one'])
    })

    test('exports and imports are their owner’s alone, and hold nothing that is hidden', async () => {
      const eve = await makePerson(there, 'eve')
      const [own] = (await bob.as.get<{ imports: DataImportDto[] }>(IMPORTS)).imports
      expect((await eve.as.get<{ imports: unknown[] }>(IMPORTS)).imports).toEqual([])
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/apply'],
        ['DELETE', ''],
      ] as const)
        expect((await eve.as.fetch(`${IMPORTS}/${own?.id}${path}`, { method })).status).toBe(404)
      const made = await exported(ada.as)
      expect((await (await makePerson(here, 'mallory')).as.fetch(`${EXPORTS}/${made.id}/download`)).status).toBe(404)
      const { data } = await here.admin.get<{ data: { id: string; name: string }[] }>('/api/v1/libraries')
      const open = data.find(({ name }) => name === 'here')?.id
      await here.admin.patch(`/api/v1/users/${ada.user.id}`, { libraryIds: [open] })
      expect((await download(ada.as, made)).status).toBe(409)
      const narrow = await (await download(ada.as, await exported(ada.as))).bytes()
      const everything = JSON.stringify(read(narrow))
      expect(everything).not.toMatch(/zzhidden|vault/i)
      expect(everything).not.toContain(folder.path)
      expect(everything).toContain('alpha 1.cbz')
      await ada.as.delete(`${EXPORTS}/${made.id}`)
      expect((await download(ada.as, made)).status).toBe(404)
    })
  })
}
