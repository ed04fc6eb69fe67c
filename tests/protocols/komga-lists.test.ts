// Collections and reading lists of Komga's API: created, changed and shown to a partial viewer.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import { allBooks, seriesNamed } from '../api/catalogue'
import type { Inhabited } from '../api/people'
import { type Client, client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { expectShape, PAGE, type Shape } from './komga-checks'
import { basic, post, startKomga } from './komga-library'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of another server's API are walked, and what is found is compared
type Json = Record<string, any>
const LIST: Shape = {
  ...{ id: 'text', name: 'text', ordered: 'flag', filtered: 'flag' },
  ...{ createdDate: 'instant', lastModifiedDate: 'instant' },
}

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`lists of Komga on ${database}`, () => {
    const folder = temporaryFolder('komga-lists')
    let octavo: Inhabited
    let admin: Client
    let api: Client
    let kim: Client
    let libraryId: string
    let books: readonly BookDto[]

    beforeAll(async () => {
      ;({ octavo, admin, api, kim, libraryId } = await startKomga(database, folder.path))
      books = await allBooks(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const bookId = (name: string) => books.find(({ path }) => path.endsWith(`${name}.cbz`))?.id ?? ''
    const patch = async (path: string, body: unknown) =>
      (await api.fetch(`/api/v1/${path}`, { ...post(body), method: 'PATCH' })).status

    test('a collection', async () => {
      const [run, novel, hidden] = await Promise.all(['Run', 'Novel', 'Zzhidden'].map(name => seriesNamed(admin, name)))
      const ids = [novel?.id, hidden?.id, run?.id]
      const made = await api.post<Json>('/api/v1/collections', { name: 'Mine', ordered: true, seriesIds: ids })
      expectShape(made, { ...LIST, seriesIds: 'texts' })
      expect(made.seriesIds).toEqual(ids)
      const page = await api.get<Json>(`/api/v1/collections?search=mi&library_id=${libraryId}&size=20`)
      expectShape(page, PAGE)
      expect(page.content.map((list: Json) => list.seriesIds)).toEqual([ids])
      expect((await api.get<Json>('/api/v1/collections?search=none')).totalElements).toBe(0)
      expect((await api.get<Json>('/api/v1/collections?unpaged=true')).pageable.unpaged).toBe(true)
      const inside = await api.get<Json>(`/api/v1/collections/${made.id}/series?page=0&size=20&unpaged=false`)
      expect(inside.content.map((series: Json) => series.id)).toEqual(ids)
      const filtered = await api.get<Json>(`/api/v1/series?collection_id=${made.id}&search=run`)
      expect(filtered.content.map((series: Json) => series.name)).toEqual(['Run'])
      const condition = { allOf: [{ collectionId: { operator: 'is', value: made.id } }] }
      expect((await api.post<Json>('/api/v1/series/list', { condition })).totalElements).toBe(3)
      expect((await api.fetch(`/api/v1/collections/${made.id}/thumbnail`)).headers.get('content-type')).toBe(
        'image/jpeg',
      )
      expect((await api.get<Json[]>(`/api/v1/series/${run?.id}/collections`)).map(({ id }) => id)).toEqual([made.id])
      expect(await patch(`collections/${made.id}`, { name: 'Ours', seriesIds: [run?.id, novel?.id] })).toBe(204)
      const changed = await api.get<Json>(`/api/v1/collections/${made.id}`)
      expect([changed.name, changed.seriesIds]).toEqual(['Ours', [run?.id, novel?.id]])
      await patch(`collections/${made.id}`, { seriesIds: ids })
      const seen = await kim.get<Json>(`/api/v1/collections/${made.id}`)
      expect(seen.seriesIds).toEqual([novel?.id, run?.id])
      expect((await kim.fetch(`/api/v1/collections/${made.id}`, { method: 'DELETE' })).status).toBe(403)
      expect((await api.fetch('/api/v1/collections', post({ name: 'Bad', seriesIds: ['nonsense'] }))).status).toBe(404)
      // A refused request leaves nothing behind.
      expect((await api.get<Json>('/api/v1/collections?search=bad')).totalElements).toBe(0)
      expect(await patch(`collections/${made.id}`, { name: 'Worse', seriesIds: ['nonsense'] })).toBe(404)
      expect((await api.get<Json>(`/api/v1/collections/${made.id}`)).name).toBe('Ours')
      expect((await api.fetch(`/api/v1/collections/${made.id}`, { method: 'DELETE' })).status).toBe(204)
      expect((await api.fetch(`/api/v1/collections/${made.id}`)).status).toBe(404)
    })

    test('a repeated list is that of its reader, with places of other apps and current visibility', async () => {
      const [native, own] = [basic('kim', 'Engine-No.1'), basic(ADMIN.email, ADMIN.password)].map(headers =>
        client(octavo.url, headers),
      ) as [Client, Client]
      const seesOpenOnly = async (asker: Client) => {
        const page = await asker.post<Json>('/api/v1/series/list?size=50', {})
        const feed = await (await (asker === kim ? native : own).fetch('/opds/v2/series')).text()
        const isHidden = !page.content.some((series: Json) => series.name === 'Zzhidden')
        expect(feed.includes('Zzhidden')).toBe(!isHidden)
        return isHidden
      }
      for (let turn = 0; turn < 3; turn++)
        expect([await seesOpenOnly(api), await seesOpenOnly(kim)]).toEqual([false, true])
      const id = bookId('Run 02')
      const place = async () => {
        const { content } = await kim.post<Json>('/api/v1/books/list?size=50', {})
        return content.find((book: Json) => book.id === id).readProgress?.page ?? null
      }
      for (let turn = 0; turn < 3; turn++) expect(await place()).toBeNull()
      await native.put(`/api/v1/books/${id}/progress`, { currentPage: 3 })
      expect(await place()).toBe(3)
      const users = await admin.get<Json>('/api/v1/users?pageSize=50')
      const { id: userId } = users.data.find((user: Json) => user.username === 'kim')
      await admin.patch(`/api/v1/users/${userId}`, { libraryIds: null })
      expect(await seesOpenOnly(kim)).toBe(false)
      await admin.patch(`/api/v1/users/${userId}`, { libraryIds: [libraryId] })
      expect(await seesOpenOnly(kim)).toBe(true)
    })

    test('a repeated list is answered by the permissions of the key that asks, whichever asks first', async () => {
      const keyed = async (permissions: readonly string[]) => {
        const { key } = await admin.post<{ key: string }>('/api/v1/api-keys', {
          name: String(permissions),
          permissions,
        })
        return client(`${octavo.url}/komga`, { 'x-api-key': key })
      }
      const reads = ['libraries-read', 'series-read', 'books-read']
      const [narrow, wide] = [await keyed(reads), await keyed([...reads, 'system-admin'])]
      const secret = await admin.post<Json>('/api/v1/admin/sharing-tags', { name: 'Secret' })
      const run = await seriesNamed(admin, 'Run')
      await admin.put(`/api/v1/series/${run.id}/sharing-tags`, { sharingTagIds: [secret.id] })
      // Who sees what is known to administrators only, whatever the key of one of them may do.
      const asked: readonly ((by: Client) => Promise<Response>)[] = [
        by => by.fetch('/api/v1/series?sharing_label=Secret'),
        by =>
          by.fetch('/api/v1/series/list', post({ condition: { sharingLabel: { operator: 'is', value: 'Secret' } } })),
        by => by.fetch('/api/v1/series/list/alphabetical-groups?sharing_label=Secret', post({})),
      ]
      for (const [turn, order] of [
        ['wide first', [wide, narrow, api, narrow]],
        ['narrow first', [narrow, wide, narrow, api]],
      ] as const) {
        // A change of the series: nothing is cached yet.
        expect(await patch(`series/${run.id}/metadata`, { summary: turn })).toBe(204)
        for (const ask of asked) {
          for (const by of order) expect([turn, (await ask(by)).status]).toEqual([turn, by === narrow ? 403 : 200])
        }
      }
      const ofSeries = await keyed(['libraries-read', 'series-read'])
      for (const by of [api, ofSeries, api]) {
        expect([(await by.fetch('/api/v1/tags')).status, (await by.fetch('/api/v1/tags/book')).status]).toEqual([
          200,
          by === ofSeries ? 403 : 200,
        ])
      }
    })

    test('a reading list', async () => {
      const ids = [bookId('Run 03'), bookId('Zzhidden 1'), bookId('Run 01')]
      const made = await api.post<Json>('/api/v1/readlists', {
        name: 'Order',
        summary: 'S',
        ordered: true,
        bookIds: ids,
      })
      expectShape(made, { ...LIST, summary: 'text', bookIds: 'texts' })
      expect(made.bookIds).toEqual(ids)
      const inside = await api.get<Json>(`/api/v1/readlists/${made.id}/books?unpaged=true`)
      expect(inside.content.map((book: Json) => book.id)).toEqual(ids)
      const next = (of: string) => `/api/v1/readlists/${made.id}/books/${of}/next`
      expect((await api.get<Json>(next(ids[0] ?? ''))).id).toBe(ids[1])
      expect((await kim.get<Json>(next(ids[0] ?? ''))).id).toBe(ids[2])
      expect((await kim.fetch(next(ids[1] ?? ''))).status).toBe(404)
      expect((await api.fetch(next(ids[2] ?? ''))).status).toBe(404)
      expect((await api.get<Json[]>(`/api/v1/books/${ids[0]}/readlists`)).map(({ id }) => id)).toEqual([made.id])
      expect((await api.fetch(`/api/v1/readlists/${made.id}/thumbnail`)).status).toBe(200)
      expect((await kim.get<Json>(`/api/v1/readlists?size=0`)).content[0].bookIds).toEqual([ids[0], ids[2]])
      expect(await patch(`readlists/${made.id}`, { summary: 'T', bookIds: [ids[2]] })).toBe(204)
      expect(await api.get(`/api/v1/readlists/${made.id}`)).toMatchObject({
        name: 'Order',
        summary: 'T',
        bookIds: [ids[2]],
      })
      expect((await api.fetch('/api/v1/readlists', post({ name: 'Order', bookIds: [] }))).status).toBe(409)
      expect((await api.fetch('/api/v1/readlists', post({ name: 'Bad', bookIds: ['nonsense'] }))).status).toBe(404)
      expect((await api.get<Json>('/api/v1/readlists?search=bad')).totalElements).toBe(0)
      expect((await api.fetch(`/api/v1/readlists/${made.id}`, { method: 'DELETE' })).status).toBe(204)
    })

    test('an ebook: manifest, positions, parts and the exact place', async () => {
      const id = books.find(({ fileFormat }) => fileFormat === 'epub')?.id ?? ''
      expect((await api.fetch(`/api/v1/books/${id}/progression`)).status).toBe(204)
      const manifest = await api.get<Json>(`/api/v1/books/${id}/manifest`)
      const [chapter] = manifest.readingOrder as Json[]
      expect(chapter?.href).toStartWith(`${octavo.url}/komga/api/v1/books/${id}/resource/`)
      const part = await api.fetch(chapter?.href.slice(`${octavo.url}/komga`.length))
      expect([part.status, (await part.text()).includes('Call me.')]).toEqual([200, true])
      const { total, positions } = await api.get<Json>(`/api/v1/books/${id}/positions`)
      expect(total).toBe(positions.length)
      const { href, type } = positions[0]
      expect(chapter?.href).toEndWith(`/resource/${href}`)
      const at = (modified: string) => ({
        modified,
        device: { id: 'd', name: 'Reader' },
        locator: { href, type, locations: { progression: 0.5, totalProgression: 0.5 } },
      })
      const put = async (body: object) =>
        (await api.fetch(`/api/v1/books/${id}/progression`, { ...post(body), method: 'PUT' })).status
      expect(await put(at(new Date().toISOString()))).toBe(204)
      expect(await api.get(`/api/v1/books/${id}/progression`)).toMatchObject({ locator: { href } })
      expect(await put(at(new Date(Date.now() - 3_600_000).toISOString()))).toBe(409)
      expect(await put({ modified: 'x' })).toBe(400)
      const comic = await api.get<Json>(`/api/v1/books/${bookId('Run 01')}/manifest`)
      expect(comic.readingOrder.length).toBe(5)
    })
  })
}
