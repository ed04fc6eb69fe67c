// The gate: nothing is accessible without credentials or beyond their permissions, in any spelling of the address.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { PERMISSIONS } from '@octavo/contract/access'
import type { BookDto } from '@octavo/contract/book'
import { ROUTES } from '@octavo/contract/routes'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { writtenError } from '../kit/written-errors'
import { makePerson } from './access/people'
import { allBooks, firstScans, JSON_HEADERS, refusal } from './catalogue'
import { addressOf } from './contract-paths'
import { type Inhabited, startInhabited } from './people'
import { sendTarget } from './raw'

setDefaultTimeout(180_000)

describe('the gate', () => {
  const folder = temporaryFolder('gate')
  let octavo: Inhabited
  let book: BookDto
  /** Ids that exist, so that only the gate stands between a caller and an answer. */
  let ids: Record<string, string>

  const keys = new Map<string, Promise<Client>>()
  /** One key for each set of permissions: a person may have only so many. */
  const keyWith = (permissions: readonly string[]): Promise<Client> => {
    const make = async () => {
      const made = await octavo.admin.post<{ key: string }>('/api/v1/api-keys', { name: 'gate', permissions })
      return client(octavo.url, { 'x-api-key': made.key })
    }
    const name = permissions.join(' ')
    const key = keys.get(name) ?? make()
    keys.set(name, key)
    return key
  }
  const guarded = ROUTES.filter(route => route.access !== 'public')
  const call = (who: Client, route: (typeof ROUTES)[number]) =>
    who.fetch(addressOf(route, ids), { method: route.method.toUpperCase() })

  beforeAll(async () => {
    const comicInfo = { Writer: 'Ada Marlowe' }
    writeLibrary(folder.path, {
      'Tide/Tide 01.cbz': await comic({ pages: 2, comicInfo }),
      'Wave/Wave 01.cbz': await comic({ pages: 2, comicInfo }),
    })
    octavo = await startInhabited({ database: 'sqlite', libraries: [folder.path] })
    await firstScans(octavo.admin)
    const [first] = await allBooks(octavo.admin)
    book = first as BookDto
    ids = { book_id: book.id, series_id: book.seriesId, library_id: book.libraryId }
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('lets nobody in without credentials', async () => {
    expect(guarded.length).toBeGreaterThan(50)
    for (const route of guarded) {
      expect([route.id, await refusal(await call(octavo.anonymous, route))]).toEqual([route.id, '401 Unauthorized'])
    }
    for (const route of ROUTES.filter(each => each.access === 'public' && each.method === 'get')) {
      expect([route.id, (await call(octavo.anonymous, route)).status]).toEqual([route.id, route.status])
    }
  })

  test('asks reading apps for a password on feeds and as Komga, and nobody else', async () => {
    for (const route of guarded) {
      const asked = (await call(octavo.anonymous, route)).headers.get('www-authenticate')
      expect([route.id, asked?.startsWith('Basic ') ?? false]).toEqual([
        route.id,
        /^\/(opds|\{prefix\})/.test(route.path),
      ])
    }
  })

  test('A05: lets a key do what it is for and nothing else', async () => {
    for (const route of guarded) {
      // Of an ebook's parts the ticket in the address is the credential; here it is wrong.
      if (route.access === 'login' || route.access === 'public' || route.path.startsWith('/epub/')) continue
      const others = await keyWith(PERMISSIONS.filter(permission => permission !== route.access))
      const answer = await call(others, route)
      const message = (await writtenError(answer.clone()))?.message
      expect([route.id, await refusal(answer)]).toEqual([route.id, '403 Forbidden'])
      expect(message).toBe(`Missing required permission: ${route.access}`)
    }
    const read = await keyWith(['books-read'])
    expect((await read.fetch('/api/v1/books')).status).toBe(200)
  })

  test('A05: gives lists to nobody without their own permission, whatever protocol they are asked for in', async () => {
    const [collection, list] = await Promise.all([
      octavo.admin.post<{ id: string }>('/api/v1/collections', { name: 'Waves' }),
      octavo.admin.post<{ id: string }>('/api/v1/readlists', { name: 'Waves' }),
    ])
    await octavo.admin.post(`/api/v1/collections/${collection.id}/series`, { seriesIds: [book.seriesId] })
    await octavo.admin.post(`/api/v1/readlists/${list.id}/books`, { bookIds: [book.id] })
    const named = { ...ids, collection_id: collection.id, read_list_id: list.id }
    const lists = guarded.filter(
      ({ method, path, access }) =>
        /\/(collections|readlists)(\/|$)/.test(path) &&
        (path.endsWith('/tachiyomi') || (method === 'get' && !access.endsWith('-write'))),
    )
    expect(new Set(lists.map(({ path }) => path.split('/')[1]))).toEqual(new Set(['api', 'opds', '{prefix}']))
    for (const route of lists) {
      const needed = route.path.includes('/collections') ? 'collections-read' : 'readlists-read'
      const without = await keyWith(PERMISSIONS.filter(permission => permission !== needed))
      const body = route.method === 'put' ? { body: '{"lastBookRead":1}', headers: JSON_HEADERS } : {}
      const { status } = await without.fetch(addressOf(route, named), { method: route.method.toUpperCase(), ...body })
      // Files and progress of a list have a permission of their own: for them the list is missing.
      expect([route.id, status]).toEqual([route.id, route.access === needed ? 403 : 404])
    }
    const feed = async (permissions: readonly string[]) =>
      (await (await keyWith(permissions)).fetch('/opds/v1/catalog')).text()
    const sections = /\/opds\/v1\/(collections|readlists)"/
    expect(await feed(PERMISSIONS)).toMatch(sections)
    expect(await feed(['series-read', 'books-read'])).not.toMatch(sections)
  })

  test('exports and recommends only what the person may read, at any time', async () => {
    const paths = { exports: '/api/v1/user/exports/series', recommended: '/api/v1/user/recommendations' }
    const body = (exportType: string) =>
      JSON.stringify({
        format: 'json',
        exportType,
        libraryIds: [book.libraryId],
        fields: ['title'],
        bookFields: ['title'],
      })
    const make = (as: Client, exportType: string) =>
      as.fetch(paths.exports, { method: 'POST', headers: JSON_HEADERS, body: body(exportType) })
    const refusals = { 'series-read': ['series', 'books', 'both'], 'books-read': ['books', 'both'] }
    for (const [permission, types] of Object.entries(refusals)) {
      const { user, as } = await makePerson(octavo, `without ${permission}`)
      await as.post(`/api/v1/books/${book.id}/read`)
      const recommended = async () => (await as.get<{ recommendations: object[] }>(paths.recommended)).recommendations
      expect((await recommended()).length).toBe(1)
      const { id } = (await (await make(as, 'both')).json()) as { id: string }
      await until(
        () => as.get<{ status: string }>(`${paths.exports}/${id}`),
        ({ status }) => status === 'completed',
      )
      await octavo.admin.patch(`/api/v1/users/${user.id}`, { deniedPermissions: [permission] })
      await until(
        () => as.get<{ permissions: string[] }>('/api/v1/auth/me'),
        ({ permissions }) => !permissions.includes(permission),
      )
      expect(await refusal(await as.fetch(`${paths.exports}/${id}/download`))).toBe('403 Forbidden')
      for (const type of types) expect(await refusal(await make(as, type))).toBe('403 Forbidden')
      expect((await recommended()).length).toBe(permission === 'series-read' ? 0 : 1)
    }
  })

  test('A05: does not let a key widen itself or make another that may more', async () => {
    const narrow = await keyWith(['api-keys-read', 'api-keys-write', 'books-read'])
    const post = (body: object) =>
      narrow.fetch('/api/v1/api-keys', { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) })
    expect(await refusal(await post({ name: 'wide', permissions: ['system-admin'] }))).toBe('403 Forbidden')
    const child = (await (await post({ name: 'child' })).json()) as { permissions?: string[] }
    expect(
      (child.permissions ?? []).filter(each => !['api-keys-read', 'api-keys-write', 'books-read'].includes(each)),
    ).toEqual([])
    const { data } = await narrow.get<{ data: { id: string }[] }>('/api/v1/api-keys')
    const init = { method: 'PATCH', headers: JSON_HEADERS, body: '{"permissions":["system-admin","users-write"]}' }
    for (const { id } of data) {
      expect((await narrow.fetch(`/api/v1/api-keys/${id}`, init)).status).toBeOneOf([403, 404])
    }
  })

  test('keeps the routes of maintainers and admins from readers', async () => {
    const reader = await octavo.addUser('ruth')
    const me = await reader.get<{ permissions: string[] }>('/api/v1/auth/me')
    for (const route of guarded) {
      const allowed = route.access === 'login' || me.permissions.includes(route.access)
      if (route.method !== 'get' && allowed) continue
      const { status } = await call(reader, route)
      if (route.path.startsWith('/epub/')) expect(status).toBe(401)
      else expect([route.id, status === 403]).toEqual([route.id, !allowed])
    }
    const body = JSON.stringify({ name: 'X', path: folder.path })
    const made = await reader.fetch('/api/v1/libraries', { method: 'POST', headers: JSON_HEADERS, body })
    expect(await refusal(made)).toBe('403 Forbidden')
  })

  test('A03: has one answer for every spelling of an address', async () => {
    const secret = 'Tide'
    const spell = (path: string) => [
      path,
      `/${path}`,
      `/.${path}`,
      `/x/..${path}`,
      path.replace('/v1/', '//v1/'),
      path.replace('/v1/', '/./v1/'),
      path.replace('/v1/', '/%2e/v1/'),
      path.replace('/v1/', '/v1/x/%2e%2e/'),
      path.replace('/v1/', '/v1/x/..%2f'),
      path.replace('/v1/', '%2fv1%2f'),
      path.replace('/v1/', '\\v1\\'),
      path.replace('/v1/', '/V1/'),
      path.toUpperCase(),
      path.replace('/api', '/%61pi'),
      path.replace('/opds', '/%6fpds'),
      path.replace('/api', '/API'),
      `${path}/`,
      `${path}/.`,
      `${path}//`,
      `${path};x`,
      `${path};jsessionid=1`,
      `${path}.json`,
      `${path}.css`,
      `${path}%20`,
      `${path}%00`,
      `${path}%3fx`,
      `${path}?r=1`,
      `${path}?access_token=x`,
      `/..;${path}`,
      `/assets/..${path}`,
      `/assets/..%2f..${path}`,
      `http://another.example${path}`,
    ]
    const routes = guarded.filter(route => route.method === 'get')
    let asked = 0
    for (const route of routes) {
      for (const target of spell(addressOf(route, ids))) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await sendTarget(octavo.url, method, target, ['Range: bytes=0-3'])
          asked++
          // Either refused, or nothing is there, or it is an address of the web app.
          const page = answer.status === 200 && answer.headers['content-type']?.startsWith('text/html')
          const unbuilt =
            answer.status === 503 && (method === 'HEAD' || answer.body.includes('The web app is not built'))
          const refused = [400, 401, 404, 405].includes(answer.status)
          expect([method, target, answer.status, refused || page || unbuilt]).toEqual([
            method,
            target,
            answer.status,
            true,
          ])
          // Errors in Komga's form repeat the address.
          const said = answer.body.replace(/"path":"[^"]*"/, '')
          expect(said).not.toContain(secret)
          expect(said).not.toContain(book.id)
        }
      }
    }
    console.log(`  A03: leaks 0 of ${asked}`)
    expect(asked).toBeGreaterThan(1500)
  })

  test('does not act on methods that a route does not have', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      const answer = await sendTarget(octavo.url, method, '/api/v1/books', ['X-Api-Key: canary', 'Content-Length: 0'])
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD'])
      expect(JSON.parse(answer.body)).toEqual({ error: 'MethodNotAllowed', message: 'This address takes GET, HEAD' })
      expect(JSON.stringify(answer)).not.toContain('canary')
    }
    for (const name of ['x-http-method-override', 'x-method-override']) {
      const path = `/api/v1/libraries/${book.libraryId}`
      await octavo.admin.fetch(path, { method: 'GET', headers: { [name]: 'DELETE' } })
      await octavo.admin.fetch(`${path}?_method=DELETE`)
      expect((await octavo.admin.fetch(path)).status).toBe(200)
    }
  })

  test('answers for missing items as for hidden ones', async () => {
    for (const path of ['/api/v1/nowhere', '/api/nowhere', '/api/v2/books', '/opds/v1/nowhere', '/epub/nowhere']) {
      for (const who of [octavo.anonymous, octavo.admin]) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          expect(await refusal(await who.fetch(path, { method }))).toBe('404 NotFound')
        }
      }
    }
    const nobody = await octavo.admin.fetch(`/api/v1/series/${randomUUID()}`)
    expect(await nobody.json()).toEqual({ error: 'NotFound', message: 'Series not found' })
  })
})
