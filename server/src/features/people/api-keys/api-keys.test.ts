import { beforeAll, expect, test } from 'bun:test'
import { PERMISSIONS, ROLE_PERMISSIONS } from '@octavo/contract/access'
import type { ApiKeyDto, CreateApiKeyResponse } from '@octavo/contract/api-key'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { Paginated } from '@octavo/contract/paging'
import {
  addUser,
  bearer,
  bodyOf,
  createGatedApp,
  type GatedApp,
  type TestUser,
} from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertApiKey } from './api-keys.store'

const READER = PERMISSIONS.filter(permission => ROLE_PERMISSIONS.reader.includes(permission))

forEachDatabase('API keys', database => {
  let gated: GatedApp
  let ada: TestUser
  let bea: TestUser
  let asAda: Record<string, string>
  let asBea: Record<string, string>

  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    ada = await addUser(database.connection, 'Ada', { role: 'admin' })
    bea = await addUser(database.connection, 'Bea')
    asAda = await bearer(gated, ada)
    asBea = await bearer(gated, bea)
  })

  const create = (headers: Record<string, string>, body: object) =>
    gated.ask('POST', '/api/v1/api-keys', { headers, body })
  const made = async (headers: Record<string, string>, body: object) => {
    const answer = await create(headers, body)
    expect(answer.status).toBe(201)
    return bodyOf<CreateApiKeyResponse>(answer)
  }
  const withKey = ({ key }: { key: string }) => ({ 'X-API-Key': key })
  const me = async (headers: Record<string, string>) => (await gated.ask('GET', '/api/v1/auth/me', { headers })).status
  const patch = (headers: Record<string, string>, id: string, body: object) =>
    gated.ask('PATCH', `/api/v1/api-keys/${id}`, { headers, body })

  test('one person has at most a hundred, also when the last two are asked for at once', async () => {
    const eve = await addUser(database.connection, 'Eve')
    const asEve = await bearer(gated, eve)
    await database.connection.write(async tx => {
      for (let number = 0; number < 99; number++) {
        const key = {
          userPk: eve.pk,
          name: 'app',
          prefix: `octavo_${number}`,
          hash: '',
          readerHash: '',
          permissions: [],
          expiresAt: null,
        }
        await insertApiKey(tx, key, 1)
      }
    })
    const answers = await Promise.all([create(asEve, { name: 'One' }), create(asEve, { name: 'Two' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const full = await create(asEve, { name: 'Three' })
    expect([full.status, (await bodyOf<ErrorResponse>(full)).details]).toEqual([409, { reason: 'keys_full', max: 100 }])
    expect(
      (await create(await bearer(gated, await addUser(database.connection, 'Finn')), { name: 'Mine' })).status,
    ).toBe(201)
  })

  test('the secret is shown once and not stored', async () => {
    const answer = await create(asBea, { name: ' Tablet ', expiresAt: '2026-02-01T00:00:00+01:00' })
    expect(answer.status).toBe(201)
    const { key, ...shown } = await bodyOf<CreateApiKeyResponse>(answer)
    expect(key).toMatch(/^octavo_[0-9a-f]{16}_[0-9a-f]{32}$/)
    const time = new Date(gated.clock.ms).toISOString()
    expect(shown).toEqual({
      id: expect.any(String),
      userId: bea.id,
      name: 'Tablet',
      keyPrefix: key.slice(0, 23),
      permissions: READER,
      isActive: true,
      expiresAt: '2026-01-31T23:00:00.000Z',
      lastUsedAt: null,
      createdAt: time,
      updatedAt: time,
    })
    const one = await gated.ask('GET', `/api/v1/api-keys/${shown.id}`, { headers: asBea })
    expect(await one.json()).toEqual(shown)
    const rows = await database.connection.reader.query.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(JSON.stringify(rows)).not.toContain(key.slice(24))
  })

  test('a list holds the own keys, the newest first', async () => {
    await made(asAda, { name: 'of Ada' })
    for (const name of ['one', 'two', 'three']) await made(asBea, { name })
    const list = async (query: string) =>
      bodyOf<Paginated<ApiKeyDto>>(await gated.ask('GET', `/api/v1/api-keys?${query}`, { headers: asBea }))
    const first = await list('pageSize=2')
    expect(first.data.map(key => key.name)).toEqual(['three', 'two'])
    expect(first).toMatchObject({ page: 1, pageSize: 2, total: 4, totalPages: 2 })
    expect(first.links.next).toBe('/api/v1/api-keys?page=2&pageSize=2')
    const second = await list('page=2&pageSize=2')
    expect(second.data.map(key => key.name)).toEqual(['one', 'Tablet'])
    expect(second.links.next).toBeUndefined()
    expect((await list('page=9007199254740991&pageSize=500')).data).toEqual([])
  })

  test('permissions are accepted in both spellings and returned in one', async () => {
    const names = ['api-keys:read', 'api-keys-write', 'readlists:read', 'read-lists:read', 'books:read', 'books-read']
    const key = await made(asBea, { name: 'spelled', permissions: names })
    expect(key.permissions).toEqual(['books-read', 'readlists-read', 'api-keys-read', 'api-keys-write'])
    const all = await made(asAda, { name: 'all', permissions: [...PERMISSIONS] })
    expect(all.permissions).toEqual([...PERMISSIONS])
    expect((await made(asBea, { name: 'none', permissions: [] })).permissions).toEqual([])
  })

  test('one that is unknown is a mistake, one that the caller lacks is refused', async () => {
    const unknown = await create(asBea, { name: 'x', permissions: ['books-read', 'books-burn'] })
    expect([unknown.status, (await bodyOf<ErrorResponse>(unknown)).message]).toEqual([
      400,
      'There is no permission books-burn',
    ])
    const lacking = await create(asBea, { name: 'x', permissions: ['books-read', 'system:admin'] })
    expect([lacking.status, (await bodyOf<ErrorResponse>(lacking)).message]).toEqual([
      403,
      'You cannot give a key the permission system-admin: you do not have it',
    ])
    expect((await create(asBea, { name: '  ' })).status).toBe(422)
    expect((await create(asBea, { name: 'x', expiresAt: 'tomorrow' })).status).toBe(422)
  })

  test('a key only makes keys that do no more than itself', async () => {
    const narrow = withKey(await made(asAda, { name: 'narrow', permissions: ['api-keys-write', 'books-read'] }))
    expect((await made(narrow, { name: 'child' })).permissions).toEqual(['books-read', 'api-keys-write'])
    expect((await create(narrow, { name: 'wide', permissions: ['books-read', 'books-write'] })).status).toBe(403)
    for (const permission of PERMISSIONS.filter(each => each !== 'books-read' && each !== 'api-keys-write')) {
      expect((await create(narrow, { name: 'wide', permissions: [permission] })).status).toBe(403)
    }
    const without = withKey(await made(asAda, { name: 'reads', permissions: ['books-read'] }))
    expect((await create(without, { name: 'child' })).status).toBe(403)
    expect((await gated.ask('GET', '/api/v1/api-keys', { headers: without })).status).toBe(403)
  })

  test('a key neither widens itself nor touches one that does more', async () => {
    const key = await made(asAda, { name: 'narrow', permissions: ['api-keys-write', 'books-read'] })
    const wide = await made(asAda, { name: 'wide', permissions: ['system-admin'] })
    const narrow = withKey(key)
    expect((await patch(narrow, key.id, { permissions: ['api-keys-write', 'books-write'] })).status).toBe(403)
    expect((await patch(narrow, wide.id, { isActive: true })).status).toBe(403)
    expect((await patch(narrow, wide.id, { expiresAt: null })).status).toBe(403)
    const narrower = await patch(narrow, key.id, { permissions: ['api-keys:write'] })
    expect([narrower.status, (await bodyOf<ApiKeyDto>(narrower)).permissions]).toEqual([200, ['api-keys-write']])
    expect((await patch(narrow, key.id, { permissions: ['api-keys-write', 'books-read'] })).status).toBe(403)
    const back = await patch(asAda, key.id, { permissions: ['api-keys-write', 'books-read'] })
    expect((await bodyOf<ApiKeyDto>(back)).permissions).toEqual(['books-read', 'api-keys-write'])
  })

  test('a key does not outlive itself, nor make one that does', async () => {
    const end = gated.clock.ms + 3_600_000
    const expiresAt = new Date(end).toISOString()
    const later = new Date(end + 1).toISOString()
    const key = await made(asAda, { name: 'for an hour', permissions: ['api-keys-write'], expiresAt })
    const until = withKey(key)
    expect(await made(until, { name: 'child' })).toMatchObject({ expiresAt })
    expect((await create(until, { name: 'child', expiresAt: later })).status).toBe(403)
    expect((await patch(until, key.id, { expiresAt: null })).status).toBe(403)
    expect((await patch(until, key.id, { expiresAt: later })).status).toBe(403)
    const sooner = new Date(end - 60_000).toISOString()
    expect(await (await patch(until, key.id, { expiresAt: sooner })).json()).toMatchObject({ expiresAt: sooner })
    expect((await patch(asAda, key.id, { expiresAt: null })).status).toBe(200)
  })

  test('a change sets the named fields and leaves the rest', async () => {
    const { key: _secret, ...key } = await made(asBea, { name: 'before', expiresAt: '2026-03-01T00:00:00Z' })
    gated.clock.ms += 5000
    const updatedAt = new Date(gated.clock.ms).toISOString()
    const changed = async (body: object) => (await patch(asBea, key.id, body)).json()
    expect(await changed({ name: 'after' })).toEqual({ ...key, name: 'after', updatedAt })
    expect(await changed({ name: null, permissions: null, isActive: null })).toEqual({
      ...key,
      name: 'after',
      updatedAt,
    })
    expect(await changed({ expiresAt: null })).toMatchObject({ name: 'after', expiresAt: null })
    expect(await changed({ expiresAt: '2026-04-01T00:00:00Z' })).toMatchObject({
      expiresAt: '2026-04-01T00:00:00.000Z',
    })
    expect(await changed({})).toMatchObject({ name: 'after', isActive: true, permissions: READER })
  })

  test('switched off, ended or revoked, a key is refused at once', async () => {
    const key = await made(asBea, { name: 'key' })
    expect(await me(withKey(key))).toBe(200)
    await patch(asBea, key.id, { isActive: false })
    expect(await me(withKey(key))).toBe(401)
    await patch(asBea, key.id, { isActive: true, expiresAt: new Date(gated.clock.ms + 2000).toISOString() })
    expect(await me(withKey(key))).toBe(200)
    gated.clock.ms += 2000
    expect(await me(withKey(key))).toBe(401)
    await patch(asBea, key.id, { expiresAt: null })
    expect(await me(withKey(key))).toBe(200)
    const gone = await gated.ask('DELETE', `/api/v1/api-keys/${key.id}`, { headers: asBea })
    expect([gone.status, await gone.text()]).toEqual([204, ''])
    expect(await me(withKey(key))).toBe(401)
    expect((await gated.ask('DELETE', `/api/v1/api-keys/${key.id}`, { headers: asBea })).status).toBe(404)
  })

  test("another's key is not found, except by managers of users", async () => {
    const key = await made(asAda, { name: 'of Ada' })
    const other = await made(asBea, { name: 'of Bea' })
    const path = `/api/v1/api-keys/${key.id}`
    expect((await gated.ask('GET', path, { headers: asBea })).status).toBe(404)
    expect((await patch(asBea, key.id, { name: 'mine' })).status).toBe(404)
    expect((await gated.ask('DELETE', path, { headers: asBea })).status).toBe(404)
    expect((await gated.ask('GET', '/api/v1/api-keys/x', { headers: asBea })).status).toBe(400)
    const seen = await gated.ask('GET', `/api/v1/api-keys/${other.id}`, { headers: asAda })
    expect([seen.status, (await bodyOf<ApiKeyDto>(seen)).userId]).toEqual([200, bea.id])
    expect((await patch(asAda, other.id, { isActive: false })).status).toBe(200)
    expect(await me(withKey(other))).toBe(401)
    expect((await gated.ask('DELETE', `/api/v1/api-keys/${other.id}`, { headers: asAda })).status).toBe(204)
  })

  test('the last use is noted, at most once a minute', async () => {
    const key = await made(asBea, { name: 'used' })
    const lastUsed = async () => {
      await gated.use.drain()
      const answer = await gated.ask('GET', `/api/v1/api-keys/${key.id}`, { headers: asBea })
      return (await bodyOf<ApiKeyDto>(answer)).lastUsedAt
    }
    const first = gated.clock.ms
    await me(withKey(key))
    expect(await lastUsed()).toBe(new Date(first).toISOString())
    gated.clock.ms = first + 59_999
    await me(withKey(key))
    expect(await lastUsed()).toBe(new Date(first).toISOString())
    gated.clock.ms = first + 60_000
    await me(withKey(key))
    expect(await lastUsed()).toBe(new Date(first + 60_000).toISOString())
  })
})
