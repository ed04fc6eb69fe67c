// Places reported by reading apps: coarse and exact, early and late, deliberate and not.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import type { Progression } from '@octavo/contract/publication'
import { ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { bookAt, firstScans, JSON_HEADERS, refusal } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`places on ${database}`, () => {
    const folder = temporaryFolder('places')
    let octavo: Inhabited
    let bookId = ''

    beforeAll(async () => {
      const chapters = ['One', 'Two', 'Three'].map(title => ({ title, paragraphs: ['It rained. '.repeat(200)] }))
      writeLibrary(folder.path, { 'Novels/Novel.epub': ebook({ title: 'Novel', chapters }) })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      await firstScans(octavo.admin)
      bookId = (await bookAt(octavo.admin, 'Novels/Novel.epub')).id
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const put = (who: Client, address: string, body: object, headers = {}) =>
      who.fetch(`/api/v1/books/${bookId}/${address}`, {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { ...JSON_HEADERS, ...headers },
      })
    const exact = (ms: number, totalProgression: number, more: object = {}): Progression => ({
      modified: new Date(ms).toISOString(),
      locator: { href: 'OEBPS/c1.xhtml', locations: { totalProgression } },
      ...more,
    })
    const shareOf = async (who: Client) =>
      (await who.get<Progression>(`/api/v1/books/${bookId}/progression`)).locator.locations?.totalProgression
    const pageOf = async (who: Client) =>
      (await who.get<ReadProgressResponse>(`/api/v1/books/${bookId}/progress`)).currentPage

    test('an app that reports a page and then the exact place loses neither, also with a jump back', async () => {
      const reader = await octavo.addUser('rosa')
      const reached = Date.now()
      expect((await put(reader, 'progress', { currentPage: 7, progressPercentage: 0.7 })).status).toBe(200)
      expect((await put(reader, 'progression', exact(reached, 0.72))).status).toBe(204)
      expect(await shareOf(reader)).toBe(0.72)
      const jumped = Date.now()
      expect((await put(reader, 'progress', { currentPage: 2, progressPercentage: 0.1 })).status).toBe(200)
      expect((await put(reader, 'progression', exact(jumped, 0.12))).status).toBe(204)
      expect(await shareOf(reader)).toBe(0.12)
    })

    test('so does one whose clock is ten minutes slow', async () => {
      const reader = await octavo.addUser('otto')
      await put(reader, 'progress', { currentPage: 7, progressPercentage: 0.7 })
      const device = { id: 'd1', name: 'Slow' }
      expect((await put(reader, 'progression', exact(Date.now() - 600_000, 0.71, { device }))).status).toBe(204)
      expect(await shareOf(reader)).toBe(0.71)
    })

    test('a late report is refused, and changes nothing', async () => {
      const reader = await octavo.addUser('lena')
      const now = Date.now()
      const device = (id: string) => ({ device: { id, name: id } })
      expect((await put(reader, 'progression', exact(now, 0.5, device('d1')))).status).toBe(204)
      expect(await refusal(await put(reader, 'progression', exact(now - 60_000, 0.1, device('d2'))))).toBe(
        '409 Conflict',
      )
      expect(await refusal(await put(reader, 'progression', exact(now - 1, 0.2, device('d1'))))).toBe('409 Conflict')
      expect(await shareOf(reader)).toBe(0.5)
      expect(await pageOf(reader)).toBe(5)
    })

    test('a late page is refused as well, by the time that it was read', async () => {
      const reader = await octavo.addUser('pia')
      const at = (ms: number) => ({ readAt: new Date(ms).toISOString() })
      const now = Date.now()
      expect(
        (await put(reader, 'progress', { currentPage: 7, ...at(now) }, { 'X-Codex-Device-Id': 'tablet' })).status,
      ).toBe(200)
      const phone = { 'X-Codex-Device-Id': 'phone' }
      expect(await refusal(await put(reader, 'progress', { currentPage: 3, ...at(now - 60_000) }, phone))).toBe(
        '409 Conflict',
      )
      expect(await pageOf(reader)).toBe(7)
      expect((await put(reader, 'progress', { currentPage: 3, ...at(now + 100) }, phone)).status).toBe(200)
      expect(await pageOf(reader)).toBe(3)
    })

    test('the place before a jump is restored, and the jump again', async () => {
      const reader = await octavo.addUser('uma')
      const undo = () => reader.fetch(`/api/v1/books/${bookId}/progress/undo`, { method: 'POST' })
      expect(await refusal(await undo())).toBe('409 Conflict')
      await put(reader, 'progression', exact(Date.now(), 0.8))
      await put(reader, 'progression', exact(Date.now(), 0.1, { deliberate: true }))
      await put(reader, 'progression', exact(Date.now(), 0.3, { deliberate: true }))
      expect(
        (await reader.get<Record<string, unknown>>(`/api/v1/books/${bookId}/progression`)).deliberate,
      ).toBeUndefined()
      await put(reader, 'progression', exact(Date.now(), 0.4))
      expect(await undo().then(answer => answer.json())).toMatchObject({ progressPercentage: 0.8, completed: false })
      expect(await shareOf(reader)).toBe(0.8)
      expect((await undo()).status).toBe(200)
      expect(await shareOf(reader)).toBe(0.4)
    })

    test('the place that an app has overwritten without a word about it is restored', async () => {
      const reader = await octavo.addUser('tess')
      const undo = () => reader.fetch(`/api/v1/books/${bookId}/progress/undo`, { method: 'POST' })
      await put(reader, 'progression', exact(Date.now(), 0.8))
      expect((await put(reader, 'progress', { currentPage: 1 })).status).toBe(200)
      expect(await pageOf(reader)).toBe(1)
      expect((await undo()).status).toBe(200)
      expect(await shareOf(reader)).toBe(0.8)
    })

    test('a locator that leads nowhere is refused, and one with a position alone leads there', async () => {
      const reader = await octavo.addUser('nora')
      const at = (locations: object) => ({
        modified: new Date().toISOString(),
        locator: { href: 'no/such/chapter.xhtml', locations },
      })
      expect(await refusal(await put(reader, 'progression', at({ progression: 0.5 })))).toBe('400 BadRequest')
      expect((await reader.fetch(`/api/v1/books/${bookId}/progress`)).status).toBe(204)
      expect((await put(reader, 'progression', at({ position: 4 }))).status).toBe(204)
      expect(await pageOf(reader)).toBe(4)
    })

    test('a mark is undone with the days of the place, and earlier progress does not return by itself', async () => {
      const reader = await octavo.addUser('vera')
      const address = `/api/v1/books/${bookId}`
      const undo = () => reader.fetch(`${address}/progress/undo`, { method: 'POST' })
      const read = Date.now() - 1000
      await put(reader, 'progression', exact(read, 0.8, { device: { id: 'd1', name: 'd1' } }))
      const before = await reader.get<ReadProgressResponse>(`${address}/progress`)
      await reader.fetch(`${address}/unread`, { method: 'POST' })
      const account = { username: 'vera', password: 'vera-Passw0rd!' }
      const { accessToken } = await octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', account)
      const elsewhere = { authorization: `Bearer ${accessToken}` }
      const late = exact(read - 60_000, 0.5, { device: { id: 'd2', name: 'd2' } })
      expect(await refusal(await put(octavo.anonymous, 'progression', late, elsewhere))).toBe('409 Conflict')
      expect((await reader.fetch(`${address}/progress`)).status).toBe(204)
      const { updatedAt: _, ...rest } = before
      expect(await undo().then(answer => answer.json())).toMatchObject({ ...rest, id: expect.any(String) })
      expect(await shareOf(reader)).toBe(0.8)
      expect((await undo()).status).toBe(204)
      expect((await reader.fetch(`${address}/progress`)).status).toBe(204)
    })

    test('can be undone only by their own reader', async () => {
      const [owner, other] = [await octavo.addUser('xenia'), await octavo.addUser('yara')]
      await put(owner, 'progression', exact(Date.now(), 0.8))
      await put(owner, 'progression', exact(Date.now(), 0.1, { deliberate: true }))
      expect(await refusal(await other.fetch(`/api/v1/books/${bookId}/progress/undo`, { method: 'POST' }))).toBe(
        '409 Conflict',
      )
      expect(await shareOf(owner)).toBe(0.1)
    })
  })
}
