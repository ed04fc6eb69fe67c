import { beforeAll, expect, test } from 'bun:test'
import type { CreateApiKeyResponse } from '@octavo/contract/api-key'
import {
  addUser,
  basic,
  bearer,
  bodyOf,
  createGatedApp,
  type GatedApp,
  type TestUser,
} from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import type { Identity } from '../../../http/identity'

forEachDatabase('who sent a request', database => {
  let gated: GatedApp
  let ada: TestUser
  let bea: TestUser
  let adaToken: string
  let beaKey: string
  const peer = { address: '198.51.100.7', local: false }

  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    ada = await addUser(database.connection, 'Ada', { role: 'admin' })
    bea = await addUser(database.connection, 'Bea')
    adaToken = (await bearer(gated, ada)).Authorization
    beaKey = await newKey(bea)
  })

  async function newKey(user: TestUser, body: object = {}): Promise<string> {
    const headers = await bearer(gated, user)
    const made = await gated.ask('POST', '/api/v1/api-keys', { headers, body: { name: 'key', ...body } })
    return (await bodyOf<CreateApiKeyResponse>(made)).key
  }

  /** The identity for a request with these headers, and how often a password attempt was requested. */
  async function taken(headers: Record<string, string>, mayTry = true) {
    let asked = 0
    const identity = await gated.identify(new Request('http://localhost/', { headers }), peer, () => {
      asked++
      return mayTry
    })
    return { identity, asked }
  }
  const seen = ({ identity }: { identity: Identity }) =>
    identity.kind === 'known' ? `${identity.by} ${identity.viewer.userId === ada.id ? 'Ada' : 'Bea'}` : identity.kind

  test('each way alone', async () => {
    const cookie = `theme=dark; auth_token=${adaToken.slice('Bearer '.length)}; lang=en`
    const ways: [Record<string, string>, string][] = [
      [{}, 'anonymous'],
      [{ Cookie: 'theme=dark' }, 'anonymous'],
      [{ Authorization: adaToken }, 'bearer Ada'],
      [{ Authorization: adaToken.replace('Bearer', 'bearer') }, 'bearer Ada'],
      [{ Authorization: `Bearer ${beaKey}` }, 'api-key Bea'],
      [{ 'X-API-Key': beaKey }, 'api-key Bea'],
      [{ Cookie: cookie }, 'cookie Ada'],
      [basic('Ada', ada.password), 'basic Ada'],
      [basic('aDA', ada.password), 'basic Ada'],
      [basic('ada@example.org', ada.password), 'basic Ada'],
      [basic('Bea', beaKey), 'api-key Bea'],
      [basic('BEA@example.org', beaKey), 'api-key Bea'],
      [basic('api', beaKey), 'api-key Bea'],
      [basic('Ada', beaKey), 'refused'],
      [basic('', beaKey), 'refused'],
      [basic('Ada', bea.password), 'refused'],
      [basic('nobody', ada.password), 'refused'],
      [basic('Ada', ''), 'refused'],
      [{ 'X-API-Key': 'x' }, 'refused'],
      [{ 'X-API-Key': '' }, 'refused'],
      [{ 'X-API-Key': `${beaKey.slice(0, -1)}${beaKey.endsWith('0') ? '1' : '0'}` }, 'refused'],
      [{ 'X-API-Key': beaKey.slice(0, 23) }, 'refused'],
      [{ 'X-API-Key': beaKey.toUpperCase() }, 'refused'],
      [{ 'X-API-Key': adaToken.slice('Bearer '.length) }, 'refused'],
      [{ Cookie: `auth_token=${beaKey}` }, 'refused'],
      [{ Cookie: 'auth_token=old' }, 'refused'],
      [{ Authorization: 'Bearer' }, 'refused'],
      [{ Authorization: 'Bearer ' }, 'refused'],
      [{ Authorization: 'Basic' }, 'refused'],
      [{ Authorization: 'Basic !!!' }, 'refused'],
      [{ Authorization: `Basic ${Buffer.from('no colon').toString('base64')}` }, 'refused'],
      [{ Authorization: 'Digest username="Ada"' }, 'refused'],
      [{ Authorization: '' }, 'refused'],
    ]
    const actual = await Promise.all(ways.map(async ([headers]) => seen(await taken(headers))))
    expect(actual).toEqual(ways.map(([, expected]) => expected))
  })

  test('Authorization before X-API-Key before the cookie, and never the next because the first is wrong', async () => {
    const Cookie = `auth_token=${adaToken.slice('Bearer '.length)}`
    const both: [Record<string, string>, string][] = [
      [{ Authorization: adaToken, 'X-API-Key': beaKey }, 'bearer Ada'],
      [{ ...basic('Ada', ada.password), 'X-API-Key': beaKey, Cookie }, 'basic Ada'],
      [{ 'X-API-Key': beaKey, Cookie }, 'api-key Bea'],
      [{ Authorization: 'Bearer wrong', 'X-API-Key': beaKey, Cookie }, 'refused'],
      [{ ...basic('Ada', 'wrong'), 'X-API-Key': beaKey, Cookie }, 'refused'],
      [{ Authorization: 'Basic', Cookie }, 'refused'],
      [{ 'X-API-Key': 'wrong', Cookie }, 'refused'],
      [{ Authorization: 'Negotiate abc', 'X-API-Key': beaKey }, 'api-key Bea'],
      [{ Authorization: 'Negotiate abc', Cookie }, 'refused'],
    ]
    const actual = await Promise.all(both.map(async ([headers]) => seen(await taken(headers))))
    expect(actual).toEqual(both.map(([, expected]) => expected))
  })

  test('a password is checked once in a while, and the peer is asked for it each time it is checked', async () => {
    const cid = await addUser(database.connection, 'Cid')
    const header = basic('Cid', cid.password)
    expect(await taken(header, false)).toEqual({ identity: { kind: 'limited' }, asked: 1 })
    const many = await Promise.all(Array.from({ length: 30 }, () => taken(header)))
    expect(many.map(each => each.identity.kind)).toEqual(Array(30).fill('known'))
    expect(many.reduce((sum, each) => sum + each.asked, 0)).toBe(1)
    expect((await taken(header, false)).asked).toBe(0)
    gated.clock.ms += 5 * 60_000
    expect((await taken(header, true)).asked).toBe(1)
  })

  test('a remembered password ends with a new one', async () => {
    const dan = await addUser(database.connection, 'Dan')
    const header = basic('Dan', dan.password)
    expect(seen(await taken(header))).toContain('basic')
    const hash = await Bun.password.hash('Other-Passw0rd!', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
    await database.connection.write(tx =>
      tx.query
        .updateTable('users')
        .set({ password_hash: hash, credentials_version: 2 })
        .where('pk', '=', dan.pk)
        .execute(),
    )
    gated.accounts.forget(dan.id)
    const old = await taken(header)
    expect([old.identity.kind, old.asked]).toEqual(['refused', 1])
    expect(seen(await taken(basic('Dan', 'Other-Passw0rd!')))).toContain('basic')
  })

  test('a remembered password ends with the account', async () => {
    const eve = await addUser(database.connection, 'Eve')
    const header = basic('Eve', eve.password)
    const key = await newKey(eve)
    expect((await taken(header)).identity.kind).toBe('known')
    expect((await taken({ 'X-API-Key': key })).identity.kind).toBe('known')
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ is_active: false }).where('pk', '=', eve.pk).execute(),
    )
    gated.clock.ms += 1000
    expect((await taken(header)).identity.kind).toBe('refused')
    expect((await taken({ 'X-API-Key': key })).identity.kind).toBe('refused')
  })

  test('a password with colons and accents, however they are composed', async () => {
    const fay = await addUser(database.connection, 'Fay')
    const hash = await Bun.password.hash('é:ü::1', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ password_hash: hash }).where('pk', '=', fay.pk).execute(),
    )
    const latin1 = { Authorization: `Basic ${Buffer.from('Fay:é:ü::1', 'latin1').toString('base64')}` }
    for (const header of [basic('Fay', 'é:ü::1'), basic('Fay', 'é:ü::1'.normalize('NFD')), latin1]) {
      expect((await taken(header)).identity.kind).toBe('known')
    }
  })

  test('a key acts as its owner, with the permissions of both', async () => {
    const key = await newKey(ada, { permissions: ['books:read', 'system-admin'] })
    const { identity } = await taken({ 'X-API-Key': key })
    if (identity.kind !== 'known') throw new Error('The key is not known')
    expect(identity.viewer).toMatchObject({
      userPk: ada.pk,
      userId: ada.id,
      role: 'admin',
      permissions: new Set(['books-read', 'system-admin'] as const),
      visibility: { kind: 'all' },
    })
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ role: 'reader' }).where('pk', '=', ada.pk).execute(),
    )
    gated.accounts.forget(ada.id)
    const later = await taken({ 'X-API-Key': key })
    expect(later.identity.kind === 'known' && [...later.identity.viewer.permissions]).toEqual(['books-read'])
  })
})
