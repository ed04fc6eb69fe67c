// One place for all apps: saved in one, it is shown in all others, and by our own API.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { BookDto } from '@octavo/contract/book'
import { JSON_HEADERS } from '../api/catalogue'
import type { Inhabited } from '../api/people'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { startKomga } from './komga-library'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of several protocols are walked, and what is found is compared
type Json = Record<string, any>
/** What was promised: seconds until a place shows everywhere. */
const SECONDS = 1

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`a place that any app saves on ${database}`, () => {
    const folder = temporaryFolder('one-place')
    let octavo: Inhabited
    let admin: Client
    let komga: Client
    let koreader: Client
    let opds: Client
    let book: BookDto
    let document: string

    beforeAll(async () => {
      let file: BookDto
      ;({ octavo, admin, api: komga, first: file } = await startKomga(database, folder.path))
      book = file
      const { key } = await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'apps' })
      koreader = client(`${octavo.url}/koreader`, { 'x-auth-user': key, 'x-auth-key': 'ignored' })
      opds = client(`${octavo.url}/opds/v2`, { 'x-api-key': key })
      document = createHash('md5').update('Run 01.cbz').digest('hex')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const put = (body: unknown, method = 'PUT', more: Record<string, string> = {}) => ({
      ...{ method, headers: { ...JSON_HEADERS, ...more }, body: JSON.stringify(body) },
    })
    /** The page that each of them shows. */
    const pages = async () => {
      const [api, shown, synced, locator] = await Promise.all([
        admin.get<Json>(`/api/v1/books/${book.id}/progress`),
        komga.get<Json>(`/api/v1/books/${book.id}`),
        koreader.get<Json>(`/syncs/progress/${document}`),
        opds.get<Json>(`/books/${book.id}/progression`),
      ])
      return [api.currentPage, shown.readProgress?.page, Number(synced.progress), locator.locator.locations.position]
    }
    const bodyOf = async (answer: Response): Promise<Json | null> =>
      answer.status === 204 ? null : ((await answer.json()) as Json)
    const progression = (page: number, modified: string) => ({
      ...{ modified, device: { id: 'thorium', name: 'Thorium' } },
      locator: { href: `x#${page}`, type: 'image/jpeg', locations: { position: page } },
    })

    test('is shown in all apps within a second', async () => {
      const savers: readonly (readonly [string, number, () => Promise<Response>])[] = [
        ['komga', 2, () => komga.fetch(`/api/v1/books/${book.id}/read-progress`, put({ page: 2 }, 'PATCH'))],
        [
          'koreader',
          3,
          () =>
            koreader.fetch(
              '/syncs/progress',
              put({ document, progress: '3', percentage: 0.6, device: 'Kobo', device_id: 'k' }),
            ),
        ],
        [
          'opds',
          4,
          () => {
            const type = { 'content-type': 'application/vnd.readium.progression+json' }
            const body = progression(4, new Date().toISOString())
            return opds.fetch(`/books/${book.id}/progression`, put(body, 'PUT', type))
          },
        ],
        ['api', 2, () => admin.fetch(`/api/v1/books/${book.id}/progress`, put({ currentPage: 2 }))],
        [
          'komga again',
          3,
          () => komga.fetch(`/api/v1/books/${book.id}/progression`, put(progression(3, new Date().toISOString()))),
        ],
      ]
      for (const [name, page, save] of savers) {
        const saved = await save()
        expect([name, saved.ok]).toEqual([name, true])
        const seen = await until(pages, all => all.every(each => each === page), SECONDS)
        expect([name, seen]).toEqual([name, [page, page, page, page]])
      }
    })

    test('is not overwritten by an older one', async () => {
      const before = await pages()
      const old = progression(1, '2020-01-01T00:00:00Z')
      const type = { 'content-type': 'application/vnd.readium.progression+json' }
      const answers = [
        await opds.fetch(`/books/${book.id}/progression`, put(old, 'PUT', type)),
        await komga.fetch(`/api/v1/books/${book.id}/progression`, put(old)),
      ]
      expect(answers.map(({ status }) => status)).toEqual([409, 409])
      expect(await pages()).toEqual(before)
    })

    test('past the last page is stored as the last page, or refused: as each interface says', async () => {
      const far = 99
      const now = () => new Date().toISOString()
      const type = { 'content-type': 'application/vnd.readium.progression+json' }
      const session = () => ({
        ...{ id: crypto.randomUUID(), bookId: book.id, deviceId: 'phone', kind: 'progress', toPage: far },
        ...{ clientStartedAt: now(), clientEndedAt: now() },
      })
      const written = { document, progress: String(far), percentage: 1, device: 'Kobo', device_id: 'k' }
      const savers: Readonly<Record<string, () => Promise<Response>>> = {
        progress: () => admin.fetch(`/api/v1/books/${book.id}/progress`, put({ currentPage: far })),
        progression: () => admin.fetch(`/api/v1/books/${book.id}/progression`, put(progression(far, now()))),
        opds: () => opds.fetch(`/books/${book.id}/progression`, put(progression(far, now()), 'PUT', type)),
        koreader: () => koreader.fetch('/syncs/progress', put(written)),
        'komga progression': () => komga.fetch(`/api/v1/books/${book.id}/progression`, put(progression(far, now()))),
        'komga page': () => komga.fetch(`/api/v1/books/${book.id}/read-progress`, put({ page: far }, 'PATCH')),
        session: () => admin.fetch('/api/v1/reading-sessions', put({ sessions: [session()] }, 'POST')),
        mark: () => admin.fetch(`/api/v1/books/${book.id}/marks`, put({ kind: 'bookmark', page: far }, 'POST')),
      }
      const stored: Record<string, string> = {}
      for (const [name, save] of Object.entries(savers)) {
        await admin.delete(`/api/v1/books/${book.id}/progress`)
        const answer = await save()
        const [rejected] = name === 'session' ? ((await bodyOf(answer))?.rejected ?? []) : []
        const refused = rejected ? `${rejected.reason} ${rejected.path}` : `${answer.status}`
        const place = await bodyOf(await admin.fetch(`/api/v1/books/${book.id}/progress`))
        stored[name] = place === null ? refused : `page ${place.currentPage}, ${place.completed ? 'read' : 'unread'}`
      }
      const last = 'page 5, read'
      expect(stored).toEqual({
        ...{ progress: last, progression: last, opds: last, koreader: last, 'komga progression': last },
        ...{ 'komga page': '400', session: 'invalid_measurement sessions.0.toPage', mark: '400' },
      })
    })

    test('is removed in all apps once one of them undoes it', async () => {
      expect((await komga.fetch(`/api/v1/books/${book.id}/read-progress`, { method: 'DELETE' })).status).toBe(204)
      expect((await komga.get<Json>(`/api/v1/books/${book.id}`)).readProgress).toBeNull()
      expect((await opds.fetch(`/books/${book.id}/progression`)).status).toBe(204)
      expect(await koreader.get<Json>(`/syncs/progress/${document}`)).toEqual({})
    })
  })
}
