// Exports of series and books: read by Python, their recipients, and their expiry.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { SeriesDto } from '@octavo/contract/series'
import type { ExportFieldCatalogResponse, SeriesExportDto } from '@octavo/contract/series-export'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { makePerson, type Person } from './access/people'
import { firstScans } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const EXPORTS = '/api/v1/user/exports/series'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const FORMULA = '=HYPERLINK("http://evil.example")'
const READ_CSV =
  'import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))))'
const READ_JSON = 'import json, sys; print(json.dumps(json.load(open(sys.argv[1], encoding="utf-8"))))'
const ENDED = ['completed', 'failed', 'cancelled']

for (const database of DATABASES) {
  describe(`series exports on ${database}`, () => {
    const folder = temporaryFolder('series-exports')
    const at = (path: string) => join(folder.path, path)
    let octavo: Inhabited
    let libraries: LibraryDto[]
    let reader: Person
    const library = (name: string) => libraries.find(each => each.name === name)?.id ?? ''

    const start = async (who: Client, more: object = {}) =>
      who.post<SeriesExportDto>(EXPORTS, {
        format: 'json',
        libraryIds: libraries.map(({ id }) => id),
        fields: ['library_name', 'actual_book_count'],
        ...more,
      })
    const finished = (who: Client, { id }: { readonly id: string }) =>
      until(
        () => who.get<SeriesExportDto>(`${EXPORTS}/${id}`),
        ({ status }) => ENDED.includes(status),
      )
    const make = async (who: Client, more: object = {}) => {
      const done = await finished(who, await start(who, more))
      expect([done.status, done.error]).toEqual(['completed', null])
      return done
    }
    const download = (who: Client, { id }: { readonly id: string }, init: RequestInit = {}) =>
      who.fetch(`${EXPORTS}/${id}/download`, init)
    /** As another program reads it. */
    const read = async <T>(who: Client, made: SeriesExportDto, program = READ_JSON): Promise<T> => {
      writeFileSync(at('export'), await (await download(who, made)).bytes())
      return JSON.parse(execFileSync('python3', ['-c', program, at('export')], { encoding: 'utf8' }))
    }
    const statusOf = async (who: Client, body: object) => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      return (await who.fetch(EXPORTS, init)).status
    }

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'open/東京/v1.cbz': await comic({
          pages: 2,
          comicInfo: { Number: '1', Genre: 'Drama, Slice, of Life', Writer: 'Ada' },
        }),
        'open/東京/v2.cbz': await comic({
          pages: 3,
          comicInfo: { Number: '2', Title: FORMULA, Summary: 'One "two",\nthree' },
        }),
        'open/Zero/one.cbz': await comic({ pages: 1, comicInfo: { Title: '# <b>*Bold*</b> [x](y)' } }),
        'vault/Zzhidden/one.cbz': await comic({ pages: 1, comicInfo: { Title: 'Zzhidden book' } }),
      })
      octavo = await startInhabited({ database, libraries: [at('open'), at('vault')] })
      libraries = await firstScans(octavo.admin, 2)
      reader = await makePerson(octavo, 'reader', { limit: 'library', libraryIds: [library('open')] })
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('fields are those of the registry, under stable keys', async () => {
      const { fields, bookFields, presets } = await octavo.admin.get<ExportFieldCatalogResponse>(`${EXPORTS}/fields`)
      const keys = fields.map(({ key }) => key)
      for (const key of [
        'series_name',
        'expected_book_count',
        'imprint',
        'age_rating',
        'reading_direction',
        'user_notes',
      ])
        expect(keys).toContain(key)
      expect(new Set(keys).size).toBe(keys.length)
      const ofBooks = bookFields.map(({ key }) => key)
      for (const key of ['book_name', 'file_path', 'volume', 'isbns', 'edition', 'completed_at'])
        expect(ofBooks).toContain(key)
      for (const key of presets.llmSelect) expect(keys).toContain(key)
      for (const key of presets.llmSelectBooks) expect(ofBooks).toContain(key)
      expect(fields.filter(({ isAnchor }) => isAnchor).map(({ key }) => key)).toEqual(['series_name'])
      // Everything at once.
      const made = await make(octavo.admin, { exportType: 'both', fields: keys, bookFields: ofBooks })
      const { series, books } = await read<{ series: object[]; books: object[] }>(octavo.admin, made)
      expect([series.length, books.length, made.rowCount]).toEqual([3, 4, 7])
      expect(series[0]).toMatchObject({ series_name: 'Zero', progress: 0, unread_book_count: 1 })
      expect(books.find(book => 'number' in book && book.number === '2')).toMatchObject({
        book_name: FORMULA,
        page_count: 3,
      })
    })

    test('CSV is read by others, and no cell is a formula', async () => {
      const fields = ['title', 'summary', 'page_count', 'genres', 'series_name']
      const made = await make(octavo.admin, {
        format: 'csv',
        exportType: 'books',
        fields: ['title'],
        bookFields: fields,
      })
      const rows = await read<Record<string, string>[]>(octavo.admin, made, READ_CSV)
      expect(Object.keys(rows[0] ?? {})).toEqual(['book_name', ...fields])
      const second = rows.find(row => row.page_count === '3')
      expect(second).toMatchObject({ title: `'${FORMULA}`, series_name: '東京' })
      expect(second?.summary).toContain('One "two"')
      expect((await download(octavo.admin, made)).headers.get('content-type')).toBe('text/csv; charset=utf-8')
    })

    test('Markdown shows the text as written, and none of it is markup', async () => {
      const made = await make(octavo.admin, {
        format: 'md',
        exportType: 'books',
        fields: ['title'],
        bookFields: ['series_name'],
      })
      const text = await (await download(octavo.admin, made)).text()
      expect(text).toContain('## \\# &lt;b&gt;\\*Bold\\*&lt;/b&gt; \\[x\\]\\(y\\)\n\n- **series\\_name**: Zero\n')
    })

    test('contains only visible items that meet the condition', async () => {
      const condition = { bookCount: { operator: 'gt', value: 1 } }
      const [one, ...others] = await read<{ series_name: string }[]>(
        octavo.admin,
        await make(octavo.admin, { condition }),
      )
      expect([one?.series_name, others.length]).toEqual(['東京', 0])
      const made = await make(reader.as, { exportType: 'both', bookFields: ['file_path', 'series_name'] })
      const text = await (await download(reader.as, made)).text()
      expect(text).not.toContain('Zzhidden')
      expect(text).not.toContain(folder.path)
      expect(text).toContain('東京')
      const unknown = await make(octavo.admin, { libraryIds: [NOBODY] })
      expect([await read<unknown[]>(octavo.admin, unknown), unknown.rowCount]).toEqual([[], 0])
    })

    test('a download has its length, can be resumed anywhere, and is its owner’s alone', async () => {
      const made = await make(octavo.admin)
      const answer = await download(octavo.admin, made)
      const whole = Buffer.from(await answer.bytes())
      expect([answer.headers.get('content-length'), made.fileSizeBytes]).toEqual([String(whole.length), whole.length])
      const part = await download(octavo.admin, made, { headers: { Range: 'bytes=5-' } })
      expect([part.status, Buffer.from(await part.bytes()).equals(whole.subarray(5))]).toEqual([206, true])
      expect((await download(reader.as, made)).status).toBe(404)
      expect((await reader.as.fetch(`${EXPORTS}/${made.id}`, { method: 'DELETE' })).status).toBe(404)
      expect((await octavo.admin.fetch(`${EXPORTS}/${made.id}`, { method: 'DELETE' })).status).toBe(204)
      expect((await download(octavo.admin, made)).status).toBe(404)
    })

    test('anyone who loses access to part of a file can no longer download it', async () => {
      const other = await makePerson(octavo, 'other')
      const made = await make(other.as)
      expect((await download(other.as, made)).status).toBe(200)
      await octavo.admin.patch(`/api/v1/users/${other.user.id}`, { libraryIds: [library('open')] })
      const answer = await download(other.as, made)
      expect([answer.status, await answer.text()]).toEqual([409, expect.not.stringContaining('Zzhidden')])
      expect(await read<unknown[]>(other.as, await make(other.as))).toHaveLength(2)
    })

    test('invalid exports are refused, and so is a fourth at once', async () => {
      const good = { format: 'json', libraryIds: [library('open')], fields: ['title'] }
      for (const wrong of [
        { format: 'xml' },
        { exportType: 'all' },
        { format: 'csv', exportType: 'both' },
        { libraryIds: [] },
        { fields: [] },
        { fields: ['password_hash'] },
        { bookFields: ['series_path'] },
        { exportType: 'books' },
        { condition: { nothing: { operator: 'is', value: 1 } } },
      ])
        expect([wrong, await statusOf(octavo.admin, { ...good, ...wrong })]).toEqual([wrong, 400])
      await octavo.admin.put('/api/v1/tasks/control', { paused: true })
      const asked = await Promise.all(Array.from({ length: 5 }, () => statusOf(reader.as, good)))
      expect(asked.toSorted()).toEqual([202, 202, 202, 409, 409])
      const waiting = (await reader.as.get<{ exports: SeriesExportDto[] }>(EXPORTS)).exports.filter(
        ({ status }) => status === 'pending',
      )
      expect(waiting).toHaveLength(3)
      expect((await download(reader.as, waiting[0] ?? { id: '' })).status).toBe(409)
      // Cancelled by its owner, and by a manager of tasks.
      await reader.as.delete(`${EXPORTS}/${waiting[0]?.id}`)
      const tasks = await octavo.admin.get<{ id: string; taskType: string }[]>('/api/v1/tasks?status=pending')
      for (const { id, taskType } of tasks)
        if (taskType === 'export_series') await octavo.admin.post(`/api/v1/tasks/${id}/cancel`)
      expect((await finished(reader.as, waiting[1] ?? { id: '' })).status).toBe('cancelled')
      await octavo.admin.put('/api/v1/tasks/control', { paused: false })
      for (let made = 0; made < 12; made++) await make(reader.as)
      expect((await reader.as.get<{ exports: SeriesExportDto[] }>(EXPORTS)).exports).toHaveLength(10)
    })

    test('reading and rating are those of the person', async () => {
      const page = await reader.as.get<Paginated<SeriesDto>>('/api/v1/series')
      const tokyo = page.data.find(({ title }) => title === '東京')
      await reader.as.put(`/api/v1/series/${tokyo?.id}/rating`, { rating: 90, notes: 'Mine' })
      await reader.as.post(`/api/v1/series/${tokyo?.id}/read`)
      const fields = ['progress', 'user_rating', 'user_notes', 'community_avg_rating']
      const named = (rows: { series_name: string }[]): object | undefined =>
        rows.find(row => row.series_name === '東京')
      const own = named(await read(reader.as, await make(reader.as, { fields })))
      expect(own).toEqual({
        series_name: '東京',
        progress: 100,
        user_rating: 90,
        user_notes: 'Mine',
        community_avg_rating: 90,
      })
      const others = named(await read(octavo.admin, await make(octavo.admin, { fields })))
      expect(others).toEqual({ series_name: '東京', progress: 0, community_avg_rating: 90 })
    })
  })
}
