import { beforeAll, expect, test } from 'bun:test'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { UserInfo } from '@octavo/contract/user'
import {
  addUser,
  bearer,
  bodyOf,
  createGatedApp,
  type GatedApp,
  SECRET,
  type TestUser,
} from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'

type Part = Record<string, unknown>

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const hmac = (input: string, key: string | Uint8Array = SECRET, hash = 'sha256') =>
  createHmac(hash, key).update(input).digest('base64url')

/** A token built without the library that verifies it. */
function tokenOf(header: Part, claims: Part | string, key: string | Uint8Array = SECRET, hash = 'sha256'): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${hmac(input, key, hash)}`
}

/** The same without one claim. */
function without(part: Part, name: string): Part {
  return Object.fromEntries(Object.entries(part).filter(([key]) => key !== name))
}

forEachDatabase('access tokens', database => {
  let gated: GatedApp
  let ada: TestUser
  let header: Part
  let claims: Part
  let issued: string
  const statusOf = async (token: string) =>
    (await gated.ask('GET', '/api/v1/auth/me', { headers: { Authorization: `Bearer ${token}` } })).status

  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    ada = await addUser(database.connection, 'ada')
    issued = (await bearer(gated, ada)).Authorization.slice('Bearer '.length)
    const [first = '', second = ''] = issued.split('.')
    header = JSON.parse(Buffer.from(first, 'base64url').toString())
    claims = JSON.parse(Buffer.from(second, 'base64url').toString())
  })

  test('name user and expiry, and are accepted if signed elsewhere with the right key', async () => {
    const issuedAt = gated.clock.ms / 1000
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.any(String) })
    expect(claims).toEqual({
      sub: ada.id,
      username: 'ada',
      role: 'reader',
      cv: 1,
      sid: expect.any(String),
      iss: 'octavo',
      aud: 'octavo',
      iat: issuedAt,
      exp: issuedAt + 86_400,
    })
    expect(await statusOf(issued)).toBe(200)
    expect(await statusOf(tokenOf(header, claims))).toBe(200)
  })

  test('A04: are refused if forged, expired or issued for another server', async () => {
    const now = gated.clock.ms / 1000
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const rsaInput = (head: Part) => `${encode(head)}.${encode(claims)}`
    const rsaToken = (head: Part) =>
      `${rsaInput(head)}.${sign('sha256', Buffer.from(rsaInput(head)), privateKey).toString('base64url')}`
    const [first, second, third] = issued.split('.')
    const unsigned = (alg: string) => `${encode({ ...header, alg })}.${second}.`
    const bad: Record<string, string> = {
      'alg none': unsigned('none'),
      'alg None': unsigned('None'),
      'alg none with our signature': `${encode({ ...header, alg: 'none' })}.${second}.${third}`,
      'no signature': `${first}.${second}.`,
      'two parts': `${first}.${second}`,
      'four parts': `${issued}.${third}`,
      'truncated by one character': issued.slice(0, -1),
      'one character more': `${issued}A`,
      'HS384 with our secret': tokenOf({ ...header, alg: 'HS384' }, claims, SECRET, 'sha384'),
      'HS512 with our secret': tokenOf({ ...header, alg: 'HS512' }, claims, SECRET, 'sha512'),
      'RS256 named, HMAC made': tokenOf({ ...header, alg: 'RS256' }, claims),
      'RS256 with its own key inside': rsaToken({ ...header, alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }),
      'HS256 with a public key as the secret': tokenOf(
        header,
        claims,
        publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      ),
      'HS256 with its own key inside': tokenOf({ ...header, jwk: { kty: 'oct', k: encode('mine') } }, claims, 'mine'),
      'a kid that leads to an empty file': tokenOf({ ...header, kid: '../../../../dev/null' }, claims, ''),
      'another kid': tokenOf({ ...header, kid: 'other' }, claims),
      'no kid': tokenOf(without(header, 'kid'), claims),
      'an unknown crit': tokenOf({ ...header, crit: ['octavo'], octavo: true }, claims),
      'another secret': tokenOf(header, claims, 'another secret, as long as the one that is right'),
      'another user under the old signature': `${first}.${encode({ ...claims, role: 'admin' })}.${third}`,
      'another type (a refresh token)': tokenOf({ ...header, typ: 'refresh+jwt' }, claims),
      'no type': tokenOf(without(header, 'typ'), claims),
      'ended a second ago': tokenOf(header, { ...claims, exp: now - 1 }),
      'ends now': tokenOf(header, { ...claims, exp: now }),
      'without end': tokenOf(header, without(claims, 'exp')),
      'an end in words': tokenOf(header, { ...claims, exp: 'tomorrow' }),
      'good from tomorrow on': tokenOf(header, { ...claims, nbf: now + 86_400 }),
      'for another audience': tokenOf(header, { ...claims, aud: 'other' }),
      'for no audience': tokenOf(header, without(claims, 'aud')),
      'from another issuer': tokenOf(header, { ...claims, iss: 'other' }),
      'without an issuer': tokenOf(header, without(claims, 'iss')),
      'of nobody': tokenOf(header, without(claims, 'sub')),
      'of a user who never was': tokenOf(header, { ...claims, sub: '0190a000-0000-7000-8000-00000000ffff' }),
      'without a version': tokenOf(header, without(claims, 'cv')),
      'with an older version': tokenOf(header, { ...claims, cv: 0 }),
      'with a version to come': tokenOf(header, { ...claims, cv: 2 }),
      'with a version in words': tokenOf(header, { ...claims, cv: '1' }),
      'of no session': tokenOf(header, without(claims, 'sid')),
      'of a session that never was': tokenOf(header, { ...claims, sid: '0190a000-0000-7000-8000-00000000ffff' }),
      'of a session in numbers': tokenOf(header, { ...claims, sid: 7 }),
      'claims that are no object': tokenOf(header, '"ada"'),
      'claims that are no JSON': tokenOf(header, '{'),
      'no token': '',
      'no token at all': 'x',
      'dots alone': '..',
      'not base64': `${first}.${second}.???`,
      'far too long': 'x'.repeat(9000),
    }
    const statuses: [string, number][] = []
    for (const [name, token] of Object.entries(bad)) statuses.push([name, await statusOf(token)])
    expect(statuses.filter(([, status]) => status !== 401)).toEqual([])
    console.log(`  A04: ${statuses.length}/${statuses.length} tokens refused`)
    expect(statuses.length).toBeGreaterThanOrEqual(25)
  })

  test('expire on time, also if they were accepted a moment before', async () => {
    const token = tokenOf(header, { ...claims, exp: gated.clock.ms / 1000 + 60 })
    expect(await statusOf(token)).toBe(200)
    gated.clock.ms += 60_000
    expect(await statusOf(token)).toBe(401)
  })

  const changes = {
    'the password is changed': { credentials_version: 2 },
    'the user is deactivated': { is_active: false },
  }
  for (const [name, change] of Object.entries(changes)) {
    test(`end when ${name}: at once on this server, within a second on others`, async () => {
      for (const isNotified of [true, false]) {
        const user = await addUser(database.connection, `user${Object.keys(change)[0]}${isNotified}`)
        const headers = await bearer(gated, user)
        const status = async () => (await gated.ask('GET', '/api/v1/user', { headers })).status
        expect(await status()).toBe(200)
        await database.connection.write(tx =>
          tx.query.updateTable('users').set(change).where('pk', '=', user.pk).execute(),
        )
        if (isNotified) gated.accounts.forget(user.id)
        else gated.clock.ms += 1000
        expect(await status()).toBe(401)
      }
    })
  }

  test('end when their user is deleted', async () => {
    const user = await addUser(database.connection, 'gone')
    const headers = await bearer(gated, user)
    expect((await gated.ask('GET', '/api/v1/auth/me', { headers })).status).toBe(200)
    await database.connection.write(tx => tx.query.deleteFrom('users').where('pk', '=', user.pk).execute())
    gated.accounts.forget(user.id)
    expect((await gated.ask('GET', '/api/v1/auth/me', { headers })).status).toBe(401)
  })

  test('follow a change of role without a new sign-in', async () => {
    const user = await addUser(database.connection, 'rising')
    const headers = await bearer(gated, user)
    const permissions = async () =>
      (await bodyOf<UserInfo>(await gated.ask('GET', '/api/v1/auth/me', { headers }))).permissions
    expect(await permissions()).not.toContain('system-admin')
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ role: 'admin' }).where('pk', '=', user.pk).execute(),
    )
    gated.accounts.forget(user.id)
    expect(await permissions()).toContain('system-admin')
  })
})
