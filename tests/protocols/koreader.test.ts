// Progress sync with KOReader's plugin: two devices, the web app, and a partial viewer.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { Progression } from '@octavo/contract/publication'
import { bookAt, firstScans, JSON_HEADERS, makeLibrary } from '../api/catalogue'
import { type Inhabited, startInhabited } from '../api/people'
import { comic, ebook, writeLibrary } from '../kit/books'
import { type Client, client } from '../kit/client'
import { md5, partialMd5 } from '../kit/koreader-hash'
import { temporaryFolder } from '../kit/paths'

setDefaultTimeout(120_000)

/** The device of one person. */
function koreader(url: string, user: string, key: string) {
  const headers = { accept: 'application/vnd.koreader.v1+json', 'x-auth-user': user, 'x-auth-key': key }
  const as = client(`${url}/koreader`, headers)
  return {
    as,
    get: async (document: string) => (await as.fetch(`/syncs/progress/${document}`)).json(),
    put: (place: object) =>
      as.fetch('/syncs/progress', { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify(place) }),
  }
}

const place = (document: string, progress: string, percentage: number, device = 'Kobo') => ({
  document,
  metadata: { title: 'newer versions send this', authors: ['x'] },
  progress,
  percentage,
  device,
  device_id: `ID-${device}`,
})

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`KOReader on ${database}`, () => {
    const folder = temporaryFolder('koreader')
    const files: Record<string, Uint8Array> = {}
    let octavo: Inhabited
    let admin: Client
    let secret: string
    let comicBook: BookDto
    let novel: BookDto
    let one: ReturnType<typeof koreader>
    let other: ReturnType<typeof koreader>

    beforeAll(async () => {
      files['Comics/Run/Run 1.cbz'] = await comic({ pages: 10 })
      files['Novels/Moby/Moby.epub'] = ebook({
        title: 'Moby',
        chapters: ['One', 'Two', 'Three', 'Four'].map(title => ({
          title,
          paragraphs: Array.from({ length: 40 }, () => 'Call me Ishmael, said the whale to nobody in particular.'),
        })),
      })
      files['Comics/Fog/01.cbz'] = await comic({ pages: 6, size: { width: 60, height: 80 } })
      files['Comics/Rain/01.cbz'] = await comic({ pages: 7, size: { width: 50, height: 90 } })
      files['Comics/Snow/Copied.cbz'] = files['Comics/Rain/01.cbz']
      files['Comics/Thaw/Copied.cbz'] = files['Comics/Rain/01.cbz']
      files['Vault/Secret/Secret 1.cbz'] = await comic({ pages: 4, size: { width: 70, height: 90 } })
      writeLibrary(folder.path, files)
      octavo = await startInhabited({ database })
      admin = octavo.admin
      for (const name of ['Comics', 'Novels', 'Vault']) await makeLibrary(admin, name, join(folder.path, name))
      await firstScans(admin, 3)
      comicBook = await bookAt(admin, 'Run/Run 1.cbz')
      novel = await bookAt(admin, 'Moby/Moby.epub')
      secret = (await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'KOReader' })).key
      one = koreader(octavo.url, 'admin', md5(secret))
      other = koreader(octavo.url, secret, 'ignored')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('accepts a name with the MD5 of a key, a key as the name, and all other credentials', async () => {
      const anonymous = client(`${octavo.url}/koreader`)
      expect(await (await anonymous.fetch('/healthcheck')).json()).toEqual({ state: 'OK' })
      for (const device of [one, other, koreader(octavo.url, 'ADMIN', md5(secret).toUpperCase())]) {
        const answer = await device.as.fetch('/users/auth')
        expect([answer.status, await answer.json()]).toEqual([200, { authorized: 'OK' }])
      }
      const refused = [
        koreader(octavo.url, 'admin', md5('Correct horse 1!')),
        koreader(octavo.url, 'admin', ''),
        koreader(octavo.url, 'nobody', md5(secret)),
        koreader(octavo.url, `${secret.slice(0, -1)}x`, 'x'),
      ].map(({ as }) => as)
      for (const as of [...refused, anonymous]) {
        const answer = await as.fetch('/users/auth')
        expect([answer.status, await answer.json()]).toEqual([401, { code: 2001, message: 'Unauthorized' }])
      }
      // The headers count below /koreader only.
      const outside = client(octavo.url, { 'x-auth-user': secret })
      expect((await outside.fetch('/api/v1/auth/me')).status).toBe(401)
      const narrow = await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'n', permissions: ['books-read'] })
      expect((await koreader(octavo.url, narrow.key, '').as.fetch('/users/auth')).status).toBe(403)
    })

    test('synchronises a comic between devices and the web app', async () => {
      const document = partialMd5(files['Comics/Run/Run 1.cbz'] ?? new Uint8Array())
      expect(document).toBe(comicBook.readerSyncHash ?? '')
      expect(await one.get(document)).toEqual({})
      const saved = await one.put(place(document, '4', 0.4))
      expect(saved.status).toBe(200)
      expect(await saved.json()).toEqual({ document, timestamp: expect.any(Number) })
      expect(await other.get(document)).toEqual({
        document,
        progress: '4',
        percentage: 0.4,
        device: 'Kobo',
        device_id: 'ID-Kobo',
        timestamp: expect.any(Number),
      })
      const progress = `/api/v1/books/${comicBook.id}/progress`
      expect(await admin.get(progress)).toMatchObject({ currentPage: 4, completed: false })
      const { devices } = await admin.get<{ devices: { device: string; name: string }[] }>(`${progress}/devices`)
      expect(devices).toMatchObject([{ device: 'ID-Kobo', name: 'Kobo', currentPage: 4 }])
      await admin.put(progress, { currentPage: 7 })
      expect(await one.get(document)).toMatchObject({ progress: '7', percentage: 0.7, device: 'Octavo' })
      expect((await other.put(place(document, '10', 1, 'Phone'))).status).toBe(200)
      expect(await admin.get(progress)).toMatchObject({ currentPage: 10, completed: true })
      expect(await one.get(document)).toMatchObject({ progress: '10', device_id: 'ID-Phone' })
      // By the file name it is the same book, and the place is the same.
      const byName = md5('Run 1.cbz')
      expect(await one.get(byName)).toMatchObject({ document: byName, progress: '10', device_id: 'ID-Phone' })
      expect((await one.put(place(byName, '2', 0.2))).status).toBe(200)
      expect(await other.get(document)).toMatchObject({ progress: '2', device_id: 'ID-Kobo' })
      await admin.delete(progress)
      expect(await one.get(document)).toEqual({})
    })

    test('does not overwrite a newer place with an older one of another app', async () => {
      const document = comicBook.readerSyncHash ?? ''
      await one.put(place(document, '6', 0.6))
      const late = { currentPage: 2, readAt: new Date(Date.now() - 3_600_000).toISOString() }
      const answer = await admin.fetch(`/api/v1/books/${comicBook.id}/progress`, {
        method: 'PUT',
        headers: JSON_HEADERS,
        body: JSON.stringify(late),
      })
      expect(answer.status).toBe(409)
      expect(await other.get(document)).toMatchObject({ progress: '6' })
    })

    test('stores KOReader’s pointer of an ebook, and opens the same words elsewhere', async () => {
      const document = novel.readerSyncHash ?? ''
      const pointer = '/body/DocFragment[3]/body/p[12]/text().17'
      await one.put(place(document, pointer, 0.6))
      expect(await other.get(document)).toMatchObject({ progress: pointer, percentage: 0.6 })
      const { locator, device } = await admin.get<Progression>(`/api/v1/books/${novel.id}/progression`)
      const { readingOrder } = await admin.get<{ readingOrder: { href: string }[] }>(
        `/api/v1/books/${novel.id}/manifest`,
      )
      expect(locator.href).toBe(readingOrder[2]?.href ?? '')
      expect(locator.locations?.totalProgression).toBe(0.6)
      expect(device).toEqual({ id: 'ID-Kobo', name: 'Kobo' })
      const own = { href: readingOrder[1]?.href, type: 'application/xhtml+xml', locations: { totalProgression: 0.3 } }
      await admin.put(`/api/v1/books/${novel.id}/progression`, { modified: new Date().toISOString(), locator: own })
      expect(await one.get(document)).toMatchObject({
        progress: '/body/DocFragment[2].0',
        percentage: 0.3,
        device: 'Octavo',
      })
    })

    test('synchronises a document outside the libraries between devices of one user', async () => {
      const unknown = md5('a book that Octavo does not have')
      expect(await one.get(unknown)).toEqual({})
      await one.put(place(unknown, '/body/DocFragment[9].0', 0.33))
      expect(await other.get(unknown)).toMatchObject({ progress: '/body/DocFragment[9].0', percentage: 0.33 })
      const eve = await octavo.addUser('eve')
      const key = (await eve.post<{ key: string }>('/api/v1/api-keys', { name: 'KOReader' })).key
      expect(await koreader(octavo.url, 'eve', md5(key)).get(unknown)).toEqual({})
    })

    test('ignores a file name of different books, and applies one of copies to all of them', async () => {
      const pageOf = async (path: string) => (await bookAt(admin, path)).readProgress?.currentPage ?? null
      const shared = md5('01.cbz')
      expect((await one.put(place(shared, '3', 0.5))).status).toBe(200)
      expect(await other.get(shared)).toMatchObject({ progress: '3', percentage: 0.5 })
      expect([await pageOf('Fog/01.cbz'), await pageOf('Rain/01.cbz')]).toEqual([null, null])
      await one.put(place(md5('Copied.cbz'), '4', 0.6))
      expect([await pageOf('Snow/Copied.cbz'), await pageOf('Thaw/Copied.cbz')]).toEqual([4, 4])
    })

    test('treats a hidden book like a missing one', async () => {
      const hidden = (await bookAt(admin, 'Secret/Secret 1.cbz')).readerSyncHash ?? ''
      const { data } = await admin.get<{ data: { id: string; name: string }[] }>('/api/v1/libraries')
      const password = 'Engine-No.1'
      const libraryIds = data.filter(({ name }) => name !== 'Vault').map(({ id }) => id)
      const limited = { username: 'kim', email: 'kim@example.org', password, role: 'reader', libraryIds }
      await admin.post('/api/v1/users', limited)
      const { accessToken } = await octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', {
        username: 'kim',
        password,
      })
      const asKim = client(octavo.url, { authorization: `Bearer ${accessToken}` })
      const key = (await asKim.post<{ key: string }>('/api/v1/api-keys', { name: 'KOReader' })).key
      const kim = koreader(octavo.url, 'kim', md5(key))
      await one.put(place(hidden, '3', 0.75))
      expect(await kim.get(hidden)).toEqual({})
      expect((await kim.put(place(hidden, '2', 0.5))).status).toBe(200)
      expect(await kim.get(hidden)).toMatchObject({ progress: '2', percentage: 0.5 })
      const all = await asKim.get<{ total: number }>('/api/v1/progress')
      expect(all.total).toBe(0)
      expect(await one.get(hidden)).toMatchObject({ progress: '3' })
    })

    test('registers users if registration is open, and otherwise answers in its own format', async () => {
      const create = (username: string, password = md5('a long password')) =>
        octavo.anonymous.fetch('/koreader/users/create', {
          method: 'POST',
          headers: JSON_HEADERS,
          body: JSON.stringify({ username, password }),
        })
      const closed = await create('fay')
      expect([closed.status, (await closed.json()).code]).toEqual([402, 2005])
      await admin.put('/api/v1/admin/settings/auth.registration_enabled', { value: 'true' })
      const made = await create('fay')
      expect([made.status, await made.json()]).toEqual([201, { username: 'fay' }])
      const taken = await create('Fay')
      expect([taken.status, (await taken.json()).code]).toEqual([402, 2002])
      const fay = koreader(octavo.url, 'fay', md5('a long password'))
      expect((await fay.as.fetch('/users/auth')).status).toBe(200)
      expect((await koreader(octavo.url, 'fay', md5('another')).as.fetch('/users/auth')).status).toBe(401)
    })

    test('answers bad input and unknown paths like the original server', async () => {
      const bad: [object, number][] = [
        [{ progress: '1', percentage: 0.1 }, 2004],
        [{ ...place('', '1', 0.1) }, 2004],
        [{ ...place('d'.repeat(5000), '1', 0.1) }, 2004],
        [{ ...place(md5('x'), '1', 7) }, 2003],
        [{ ...place(md5('x'), '', 0.1) }, 2003],
        [{ ...place(md5('x'), 'x'.repeat(100_000), 0.1) }, 2003],
        [{ ...place(md5('x'), '1', 0.1), device: { a: 1 } }, 2003],
        [[], 2003],
      ]
      for (const [body, code] of bad) {
        const answer = await one.put(body)
        expect([answer.status, (await answer.json()).code]).toEqual([403, code])
      }
      for (const path of ['/', '/nothing', '/syncs/progress', '/users/auth/x']) {
        const answer = await one.as.fetch(path)
        expect([path, answer.status === 404 || answer.status === 405]).toEqual([path, true])
        expect(await answer.json()).toEqual({ code: expect.any(Number), message: expect.any(String) })
      }
      // Pages far beyond the end become the last one.
      const document = comicBook.readerSyncHash ?? ''
      await one.put(place(document, '999999999', 0.5))
      expect(await admin.get(`/api/v1/books/${comicBook.id}/progress`)).toMatchObject({ currentPage: 10 })
    })

    test('answers 404 in its own format as soon as it is disabled', async () => {
      const off = await startInhabited({ database, env: { OCTAVO_KOREADER_ENABLED: '' } })
      try {
        for (const path of ['/koreader', '/koreader/healthcheck', '/koreader/users/auth']) {
          const answer = await off.anonymous.fetch(path)
          expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([404, 'application/json'])
          expect(await answer.json()).toEqual({ code: 404, message: expect.any(String) })
        }
        await off.admin.put('/api/v1/admin/settings/koreader.enabled', { value: 'true' })
        expect((await off.anonymous.fetch('/koreader/healthcheck')).status).toBe(200)
        await off.admin.put('/api/v1/admin/settings/koreader.enabled', { value: 'false' })
        expect((await off.anonymous.fetch('/koreader/healthcheck')).status).toBe(404)
      } finally {
        await off.stop()
      }
    })
  })
}
