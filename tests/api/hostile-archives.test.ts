// Archives not made by an export: refused with a reason, or row by row, and never imported partially.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { zip } from '../kit/zip'
import { makePerson } from './access/people'
import { allBooks, firstScans } from './catalogue'
import { applied, checked, IMPORTS, partOf, send } from './data-transfer'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

const MANIFEST = {
  name: 'manifest.json',
  data: '{"format":"octavo-data","version":1,"createdAt":"2026-01-01T00:00:00Z"}',
}

for (const database of DATABASES) {
  describe(`hostile archives on ${database}`, () => {
    const folder = temporaryFolder('hostile-archives')
    let octavo: Inhabited
    let who: Client
    const places = async () => (await allBooks(who)).map(({ readProgress }) => readProgress ?? null)

    beforeAll(async () => {
      writeLibrary(folder.path, { 'books/Alpha/alpha 1.cbz': await comic({ pages: 9 }) })
      octavo = await startInhabited({ database, libraries: [`${folder.path}/books`] })
      await firstScans(octavo.admin, 1)
      who = (await makePerson(octavo, 'bob')).as
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('a foreign archive is refused with a reason, and nothing is imported partially', async () => {
      const statusOf = async (archive: Uint8Array) => {
        const answer = await send(who, archive)
        return [answer.status, ((await answer.json()) as { message: string }).message]
      }
      expect(await statusOf(Buffer.from('no zip'))).toEqual([422, expect.stringContaining('cannot be read')])
      expect(await statusOf(zip([MANIFEST]).subarray(0, 100))).toEqual([422, expect.any(String)])
      expect(await statusOf(zip([{ name: 'a', data: 'b' }]))).toEqual([
        422,
        expect.stringContaining('no manifest.json'),
      ])
      expect(await statusOf(zip([{ ...MANIFEST, data: '{"format":"x"}' }]))).toEqual([
        422,
        expect.stringContaining('not an export'),
      ])
      const newer = MANIFEST.data.replace('"version":1', '"version":2')
      expect(await statusOf(zip([{ ...MANIFEST, data: newer }]))).toEqual([422, expect.stringContaining('newer')])
      expect(await statusOf(zip([MANIFEST, MANIFEST]))).toEqual([422, expect.stringContaining('two files')])
      expect((await who.fetch(IMPORTS, { method: 'POST', body: 'x' })).status).toBe(415)

      const before = await places()
      const [book] = await allBooks(who)
      const external = { number: 1, volume: null, year: null, format: 'cbz', externalIds: [] }
      const identity = { id: 'b', series: 's', library: 'l', title: 'x', seriesTitle: 'Alpha', path: '', ...external }
      const { fileHash, readerSyncHash = null, pageCount } = book ?? {}
      const bookLine = JSON.stringify({ ...identity, fileHash, readerSyncHash, pageCount })
      const place = { book: 'b', page: 1, percentage: null, completed: false, completedAt: null }
      const future = { ...place, startedAt: '2020-01-01T00:00:00Z', readAt: '2999-01-01T00:00:00Z' }
      const failing: [string, string][] = [
        ['{', 'no JSON'],
        ['"\\u0000"', 'U+0000'],
        [`{"x":"${'x'.repeat(5 * 1024 * 1024)}"}`, 'longer'],
      ]
      for (const [data, reason] of failing) {
        const done = await checked(who, zip([MANIFEST, { name: 'places.jsonl', data, method: 'deflate' }]))
        expect([done.status, done.error]).toEqual(['failed', expect.stringContaining(reason)])
        expect((await who.fetch(`${IMPORTS}/${done.id}/apply`, { method: 'POST' })).status).toBe(409)
      }
      const odd = [
        ...[
          {},
          null,
          7,
          [],
          { ...place, page: -1 },
          { ...future, percentage: 9 },
          future,
          { ...future, readAt: '1970-01-02T00:00:00Z' },
        ],
        { ...future, book: 'none' },
      ]
      const archive = zip([
        ...[MANIFEST, { name: 'books.jsonl', data: bookLine }, { name: 'other.bin', data: 'x' }],
        { name: 'places.jsonl', data: odd.map(each => JSON.stringify(each)).join('\n') },
        {
          name: 'preferences.jsonl',
          data: '{"key":"__proto__","value":{"a":1},"updatedAt":"2026-01-01T00:00:00Z"}\n{"key":"ui.theme","value":"loud","updatedAt":"2026-01-01T00:00:00Z"}',
        },
      ])
      const done = await applied(who, await checked(who, archive))
      expect(partOf(done, 'places')).toMatchObject({ rows: 9, taken: 0, invalid: 8, missing: 1 })
      expect(partOf(done, 'preferences')).toMatchObject({ rows: 2, taken: 1, invalid: 1 })
      expect(done.report?.unknownFiles).toEqual(['other.bin'])
      expect(await places()).toEqual(before)
    })
  })
}
