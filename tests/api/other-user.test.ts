// Tabs of a browser share the cookie: what a page sends for one user is never taken for another who signed in since.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { allBooks, firstScans, JSON_HEADERS } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(120_000)

for (const database of DATABASES) {
  describe(`a request that names its user (${database})`, () => {
    const folder = temporaryFolder('other-user')
    let octavo: Inhabited
    let book: BookDto
    const ids: Record<string, string> = {}
    const cookies: Record<string, string> = {}

    const logIn = async (username: string, password: string) => {
      const answer = await octavo.anonymous.fetch('/api/v1/auth/login', {
        method: 'POST',
        headers: { ...JSON_HEADERS, 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ username, password }),
      })
      const { user } = (await answer.json()) as { user: { id: string } }
      ids[username] = user.id
      cookies[username] = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    }
    const page = (cookie: string, user: string) =>
      client(octavo.url, { cookie, 'X-Octavo-User': ids[user] ?? user, 'sec-fetch-site': 'same-origin' })
    const place = (who: Client, currentPage: number) =>
      who.fetch(`/api/v1/books/${book.id}/progress`, {
        method: 'PUT',
        headers: JSON_HEADERS,
        body: JSON.stringify({ currentPage }),
      })

    beforeAll(async () => {
      writeLibrary(folder.path, { 'Tide/Tide 01.cbz': await comic({ pages: 5 }) })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      await firstScans(octavo.admin)
      const [first] = await allBooks(octavo.admin)
      book = first as BookDto
      await octavo.addUser('ann')
      await octavo.addUser('ben')
      for (const name of ['ann', 'ben']) await logIn(name, `${name}-Passw0rd!`)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('is accepted for that user alone', async () => {
      const { ann = '', ben = '' } = cookies
      expect((await place(page(ann, 'ann'), 3)).status).toBe(200)
      const refused = await place(page(ben, 'ann'), 5)
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ error: 'Conflict', details: { reason: 'other_user' } })
      // Reading is refused as well: it would show one user what another has.
      expect((await page(ben, 'ann').fetch(`/api/v1/books/${book.id}`)).status).toBe(409)
      expect((await page(ben, 'no-such-user').fetch('/api/v1/auth/me')).status).toBe(409)
      // Nothing of Ann's became Ben's, and nothing of Ann's is lost.
      const own = (who: Client) => who.fetch(`/api/v1/books/${book.id}/progress`)
      expect((await own(page(ben, 'ben'))).status).toBe(204)
      expect(await (await own(page(ann, 'ann'))).json()).toMatchObject({ currentPage: 3 })
    })

    test('signs out nobody else', async () => {
      const { ben = '' } = cookies
      const leave = (who: Client) =>
        who.fetch('/api/v1/auth/logout', { method: 'POST', headers: JSON_HEADERS, body: '{}' })
      expect((await leave(page(ben, 'ann'))).status).toBe(409)
      expect((await page(ben, 'ben').fetch('/api/v1/auth/me')).status).toBe(200)
    })

    test('is not accepted from an administrator who views the app as that user', async () => {
      await logIn(ADMIN.username, ADMIN.password)
      const { [ADMIN.username]: admin = '' } = cookies
      const seen = await page(admin, ADMIN.username).fetch(`/api/v1/users/${ids.ann}/see-as`, { method: 'POST' })
      const both = `${admin}; ${seen.headers.get('set-cookie')?.split(';')[0]}`
      const me = await client(octavo.url, { cookie: both }).get<{ username: string }>('/api/v1/auth/me')
      expect(me.username).toBe('ann')
      for (const user of ['ann', ADMIN.username])
        expect((await page(both, user).fetch('/api/v1/auth/me')).status).toBe(409)
    })

    test('by a token or key needs no name, because pages never share them', async () => {
      const byToken = client(octavo.url, { ...octavo.admin.headers, 'X-Octavo-User': ids.ann ?? '' })
      expect((await byToken.fetch('/api/v1/auth/me')).status).toBe(200)
    })
  })
}
