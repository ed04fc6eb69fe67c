import { beforeAll, expect, test } from 'bun:test'
import type { LoginResponse } from '@octavo/contract/auth'
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

forEachDatabase('signing in', database => {
  let gated: GatedApp
  let ada: TestUser
  const from = (address: string) => ({ address, local: false })
  const logIn = (username: string, password: string, address = '198.51.100.1') =>
    gated.ask('POST', '/api/v1/auth/login', { body: { username, password }, peer: from(address) })

  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    ada = await addUser(database.connection, 'Ada', { permissions: ['tasks-read', 'no-such-permission'] })
  })

  test('by user name or e-mail address, without regard to case', async () => {
    for (const name of ['Ada', ' ada ', 'ADA@example.org']) {
      const answer = await logIn(name, ada.password)
      expect(answer.status).toBe(200)
      const { accessToken, refreshToken, ...rest } = await bodyOf<LoginResponse>(answer)
      expect(accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
      expect(refreshToken).toMatch(/^[\w-]{43}$/)
      expect(rest).toEqual({
        tokenType: 'Bearer',
        expiresIn: 86_400,
        user: {
          id: ada.id,
          username: 'Ada',
          email: 'Ada@Example.org',
          role: 'reader',
          emailVerified: true,
          permissions: [
            'libraries-read',
            'series-read',
            'books-read',
            'collections-read',
            'readlists-read',
            'pages-read',
            'progress-read',
            'progress-write',
            'api-keys-read',
            'api-keys-write',
            'api-keys-delete',
            'tasks-read',
          ],
        },
      })
      expect(answer.headers.get('set-cookie')).toMatch(
        /^auth_token=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('shows the account, its last sign-in and its grants beyond its role', async () => {
    const answer = await gated.ask('GET', '/api/v1/user', { headers: await bearer(gated, ada) })
    expect(await answer.json()).toMatchObject({
      id: ada.id,
      username: 'Ada',
      email: 'Ada@Example.org',
      role: 'reader',
      isActive: true,
      permissions: ['tasks-read'],
      sharingTags: [],
      lastLoginAt: new Date(gated.clock.ms).toISOString(),
      createdAt: '2023-11-14T22:13:20.000Z',
      updatedAt: '2023-11-14T22:13:20.000Z',
    })
  })

  test('the cookie is for HTTPS alone when that is how it came', async () => {
    const body = { username: 'Ada', password: ada.password }
    const cookieOf = async (base: string, headers: Record<string, string> = {}) =>
      (await gated.ask('POST', '/api/v1/auth/login', { body, base, headers })).headers.get('set-cookie')
    expect(await cookieOf('http://localhost')).not.toContain('Secure')
    const secure = /^__Host-auth_token=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
    expect(await cookieOf('https://books.example')).toMatch(secure)
    expect(await cookieOf('http://localhost', { 'X-Forwarded-Proto': 'https' })).toMatch(secure)
    // Only the server itself sets that header; values from clients are ignored.
    expect(await cookieOf('http://localhost', { Forwarded: 'for=1.2.3.4;proto=https' })).not.toContain('Secure')
  })

  test('below a path the cookies are limited to it, and one from before it is removed', async () => {
    const below = createGatedApp(database.connection, { baseUrl: 'https://books.example/octavo/' })
    const body = { username: 'Ada', password: ada.password }
    const call = (method: string, path: string, Cookie = '', more: object = {}) =>
      below.ask(method, path, { base: 'https://books.example', headers: { Cookie }, ...more })
    const [own = '', old = '', ...rest] = (
      await call('POST', '/api/v1/auth/login', '', { body })
    ).headers.getSetCookie()
    expect(own).toMatch(/^__Secure-auth_token=[\w.-]+; Max-Age=2592000; Path=\/octavo; HttpOnly; Secure; SameSite=Lax$/)
    expect([old, rest]).toEqual(['__Host-auth_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax', []])
    const [cookie = ''] = own.split(';')
    expect((await call('GET', '/api/v1/auth/me', cookie)).status).toBe(200)
    expect((await call('GET', '/api/v1/auth/me', cookie.replace('__Secure-', '__Host-'))).status).toBe(401)
    const passkey = await call('POST', '/api/v1/auth/passkey/options', '', { body: {} })
    expect(passkey.headers.get('set-cookie')).toContain('Path=/octavo/api/v1/auth;')
    const out = (await call('POST', '/api/v1/auth/logout', cookie)).headers.getSetCookie()
    expect(out.map(one => one.replace(/; HttpOnly.*/, ''))).toEqual([
      '__Secure-auth_token=; Max-Age=0; Path=/octavo',
      '__Host-auth_token=; Max-Age=0; Path=/',
    ])
    const seeing = (await call('DELETE', '/api/v1/auth/see-as', cookie)).headers.get('set-cookie')
    expect(seeing).toContain('Path=/octavo;')
  })

  test('by HTTPS no cookie counts that a plain page could have set, and by HTTP none that is for HTTPS', async () => {
    const token = (await bearer(gated, ada)).Authorization.slice('Bearer '.length)
    const me = async (base: string, Cookie: string) =>
      (await gated.ask('GET', '/api/v1/auth/me', { base, headers: { Cookie } })).status
    expect(await me('https://books.example', `__Host-auth_token=${token}`)).toBe(200)
    expect(await me('https://books.example', `auth_token=${token}`)).toBe(401)
    expect(await me('https://books.example', `auth_token=planted; __Host-auth_token=${token}`)).toBe(200)
    expect(await me('http://localhost:8080', `auth_token=${token}`)).toBe(200)
    expect(await me('http://localhost:8080', `__Host-auth_token=${token}`)).toBe(401)
  })

  test('a wrong password, an unknown name and a deactivated account get the same answer', async () => {
    const off = await addUser(database.connection, 'Off', { isActive: false })
    const answers = await Promise.all([
      logIn('Ada', 'wrong'),
      logIn('nobody', ada.password),
      logIn('Off', off.password),
      logIn('Off', 'wrong'),
      logIn('', ''),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.has('set-cookie')).toBe(false)
      expect(await answer.json()).toEqual({
        error: 'Unauthorized',
        message: 'Invalid credentials',
        details: { reason: 'credentials_wrong' },
      })
    }
  })

  test('malformed sign-ins are refused by the schema', async () => {
    const send = async (body: unknown, headers: Record<string, string> = {}) =>
      (await gated.ask('POST', '/api/v1/auth/login', { body, headers })).status
    expect(await send({ username: 'Ada' })).toBe(422)
    expect(await send({ username: 'Ada', password: { $ne: '' } })).toBe(422)
    expect(await send('{"username":')).toBe(400)
    expect(await send('username=Ada', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415)
  })

  test('guessing slows the guesser, and nobody else', async () => {
    const bea = await addUser(database.connection, 'Bea')
    const statuses: number[] = []
    for (let guess = 0; guess < 15; guess++)
      statuses.push((await logIn('Bea', `guess ${guess}`, '203.0.113.66')).status)
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)])

    const waiting = await logIn('bea@example.org', bea.password, '203.0.113.66')
    expect(waiting.status).toBe(429)
    expect(waiting.headers.get('retry-after')).toBe('30')
    expect(await waiting.json()).toEqual({
      error: 'rate_limit_exceeded',
      message: 'Too many requests. Wait 30 seconds and try again.',
      retry_after: 30,
    })
    expect((await logIn('Bea', bea.password, '198.51.100.2')).status).toBe(200)
    expect((await logIn('Ada', ada.password, '203.0.113.66')).status).toBe(200)
    gated.clock.ms += 30_000
    expect((await logIn('Bea', bea.password, '203.0.113.66')).status).toBe(200)
  })

  test('Basic authentication has no tries of its own', async () => {
    const cid = await addUser(database.connection, 'Cid')
    for (let guess = 0; guess < 10; guess++) await logIn('Cid', `guess ${guess}`, '203.0.113.77')
    const answer = await gated.ask('GET', '/api/v1/auth/me', {
      headers: basic('Cid', cid.password),
      peer: from('203.0.113.77'),
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '30'])
  })

  test('a device that keeps sending an old password does not use up the tries of its household', async () => {
    const dan = await addUser(database.connection, 'Dan')
    for (let time = 0; time < 50; time++) expect((await logIn('Dan', 'last week', '203.0.113.88')).status).toBe(401)
    expect((await logIn('Dan', dan.password, '203.0.113.88')).status).toBe(200)
  })

  test('signing out removes the cookie', async () => {
    const Cookie = `auth_token=${(await bearer(gated, ada)).Authorization.slice('Bearer '.length)}`
    const answer = await gated.ask('POST', '/api/v1/auth/logout', { headers: { Cookie } })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ message: 'Signed out' })
    expect(answer.headers.get('set-cookie')).toBe('auth_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    // The session is over, also for copies of its cookie.
    expect((await gated.ask('GET', '/api/v1/auth/me', { headers: { Cookie } })).status).toBe(401)
    expect((await gated.ask('POST', '/api/v1/auth/logout', { headers: { Cookie }, body: {} })).status).toBe(401)
    expect((await gated.ask('POST', '/api/v1/auth/logout')).status).toBe(401)
  })

  test('the cookie does not act for a page of another site', async () => {
    const Cookie = `auth_token=${(await bearer(gated, ada)).Authorization.slice('Bearer '.length)}`
    const logOut = async (headers: Record<string, string>) =>
      (await gated.ask('POST', '/api/v1/auth/logout', { headers: { Cookie, ...headers } })).status
    expect(await logOut({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    expect(await logOut({ 'Sec-Fetch-Site': 'same-site' })).toBe(403)
    expect(await logOut({ Origin: 'https://evil.example', Host: 'localhost:8080' })).toBe(403)
    expect(await logOut({ Origin: 'null', Host: 'localhost:8080' })).toBe(403)
    expect(
      await logOut({ Origin: 'http://localhost:8080', Host: 'localhost:8080', 'Sec-Fetch-Site': 'same-origin' }),
    ).toBe(200)
  })
})
