// C04: many people change the same version at once, and apps send the same thing three times.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { BookDto } from '@octavo/contract/book'
import type { MarkDto } from '@octavo/contract/mark'
import type { ReadingStatsResponse } from '@octavo/contract/reading-stats'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { allBooks, makeLibrary } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const WRITERS = 100
const VERSIONS = 5
const KEYS = 30

for (const database of DATABASES) {
  describe(`concurrent writers on ${database}`, () => {
    const folder = temporaryFolder('concurrent-writers')
    let octavo: Inhabited
    let admin: Client
    let book: BookDto

    beforeAll(async () => {
      writeLibrary(folder.path, { 'Akira/Akira 1.cbz': await comic({ pages: 60 }) })
      octavo = await startInhabited({ database, env: { OCTAVO_RATE_LIMIT_ENABLED: 'false' } })
      admin = octavo.admin
      await makeLibrary(admin, 'Comics', folder.path)
      book = (await allBooks(admin))[0] as BookDto
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('C04: of 100 writers with the same version one succeeds, and its values are stored', async () => {
      const at = `/api/v1/books/${book.id}/metadata`
      for (let version = 0; version < VERSIONS; version++) {
        const etag = (await admin.fetch(at)).headers.get('etag') ?? ''
        const answers = await Promise.all(
          Array.from({ length: WRITERS }, async (_, writer) => {
            const imprint = `${version} by ${writer}`
            const headers = { 'if-match': etag, 'content-type': 'application/json' }
            const { status } = await admin.fetch(at, { method: 'PATCH', headers, body: JSON.stringify({ imprint }) })
            return { status, imprint }
          }),
        )
        const won = answers.filter(({ status }) => status === 200)
        expect(won).toHaveLength(1)
        expect(answers.filter(({ status }) => status === 412)).toHaveLength(WRITERS - 1)
        expect((await admin.get<{ imprint: string }>(at)).imprint).toBe(won[0]?.imprint ?? '')
      }
    })

    test('C04: a request sent three times at once with one id has one effect', async () => {
      const begin = Date.now() - KEYS * 3_600_000
      const time = (n: number, minutes: number) => new Date(begin + n * 3_600_000 + minutes * 60_000).toISOString()
      const sent = Array.from({ length: KEYS }, (_, n) => {
        const session = {
          ...{ id: randomUUID(), bookId: book.id, deviceId: 'phone', kind: 'progress', toPage: 1 + n, pagesRead: 1 },
          ...{ activeDurationMs: 60_000, clientStartedAt: time(n, 0), clientEndedAt: time(n, 1) },
        }
        const mark = { id: randomUUID(), bookId: book.id, kind: 'bookmark', page: 1 + n, updatedAt: time(n, 1) }
        return [
          ['reading-sessions', { sessions: [session] }, session.id],
          ['marks/batch', { marks: [mark] }, mark.id],
        ] as const
      })
      const thrice = sent.flat().flatMap(each => [each, each, each])
      const answers = await Promise.all(
        thrice.map(async ([path, body, id]) => {
          const { accepted } = await admin.post<{ accepted: string[] }>(`/api/v1/${path}`, body)
          return accepted.join() === id
        }),
      )
      expect(answers).toEqual(thrice.map(() => true))
      const { summary } = await admin.get<ReadingStatsResponse>('/api/v1/reading-stats')
      expect(summary).toMatchObject({ sessions: KEYS, pagesRead: KEYS, duration: { measuredMs: KEYS * 60_000 } })
      const { data } = await admin.get<{ data: MarkDto[] }>(`/api/v1/books/${book.id}/marks?pageSize=500`)
      expect(data.map(({ page }) => page)).toEqual(Array.from({ length: KEYS }, (_, n) => 1 + n))
    })
  })
}
