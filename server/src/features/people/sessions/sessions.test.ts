import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { LoginResponse, TokenPair } from '@octavo/contract/auth'
import type { SessionDto } from '@octavo/contract/session'
import {
  type Asked,
  addUser,
  bearer,
  bodyOf,
  createGatedApp,
  type GatedApp,
  type TestUser,
} from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'

setDefaultTimeout(60_000)

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const WRONG_TOKEN = { error: 'Unauthorized', message: 'Invalid refresh token', details: { reason: 'signed_out' } }
const DAY = 86_400_000

forEachDatabase('sessions', database => {
  let gated: GatedApp
  /** A second server on the same database, connected only through it. */
  let other: GatedApp
  beforeAll(() => {
    gated = createGatedApp(database.connection)
    other = createGatedApp(database.connection)
  })

  const logIn = async (user: TestUser, asked: Asked = {}) => {
    const body = { username: user.username, password: user.password }
    const answer = await gated.ask('POST', '/api/v1/auth/login', { ...asked, body })
    expect(answer.status).toBe(200)
    const login = await bodyOf<LoginResponse>(answer)
    const cookie = /auth_token=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
    return { ...login, refreshToken: login.refreshToken ?? '', cookie }
  }
  const statusOf = async (token: string, app = gated) =>
    (await app.ask('GET', '/api/v1/user', { headers: { Authorization: `Bearer ${token}` } })).status
  const refresh = (refreshToken: string, app = gated) =>
    app.ask('POST', '/api/v1/auth/refresh', { body: { refreshToken } })
  const sessionsOf = async (token: string) => {
    const answer = await gated.ask('GET', '/api/v1/user/sessions', { headers: { Authorization: `Bearer ${token}` } })
    return bodyOf<SessionDto[]>(answer)
  }
  const pass = (ms: number) => {
    gated.clock.ms += ms
    other.clock.ms = gated.clock.ms
  }

  test('a refresh token is good for once, its successor for once, and new access tokens are good', async () => {
    const { refreshToken, accessToken } = await logIn(await addUser(database.connection, 'rotating'))
    const answer = await refresh(refreshToken)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const pair = await bodyOf<TokenPair>(answer)
    expect(pair).toMatchObject({ tokenType: 'Bearer', expiresIn: 86_400 })
    expect(pair.refreshToken).not.toBe(refreshToken)
    expect(await statusOf(pair.accessToken)).toBe(200)
    expect(await statusOf(accessToken)).toBe(200)
    const next = await bodyOf<TokenPair>(await refresh(pair.refreshToken))
    expect(await statusOf(next.accessToken)).toBe(200)
  })

  test('a refresh token that is shown twice ends the session of both hands, on every server', async () => {
    const user = await addUser(database.connection, 'robbed')
    const { refreshToken, accessToken } = await logIn(user)
    const elsewhere = await logIn(user)
    const mine = await bodyOf<TokenPair>(await refresh(refreshToken))
    expect(await statusOf(mine.accessToken, other)).toBe(200)
    const stolen = await refresh(refreshToken, other)
    expect([stolen.status, await stolen.json()]).toEqual([401, WRONG_TOKEN])
    // At once in the same process, within a second in others.
    expect(await statusOf(mine.accessToken, other)).toBe(401)
    pass(1000)
    for (const app of [gated, other]) {
      expect(await statusOf(accessToken, app)).toBe(401)
      expect(await statusOf(mine.accessToken, app)).toBe(401)
      expect(await statusOf(elsewhere.accessToken, app)).toBe(200)
    }
    expect((await refresh(mine.refreshToken)).status).toBe(401)
  })

  test('of two that show one refresh token at once, one at most is let in', async () => {
    const { refreshToken } = await logIn(await addUser(database.connection, 'raced'))
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => refresh(refreshToken)))).map(one => one.status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
  })

  test('unknown and expired refresh tokens, and those of a deactivated user, are refused alike', async () => {
    const user = await addUser(database.connection, 'fading')
    const wrong = ['', 'x', 'A'.repeat(43), 'é'.repeat(43), `${'A'.repeat(42)}\0`, 'A'.repeat(100_000)]
    for (const token of wrong) {
      const answer = await refresh(token)
      expect([400, 401]).toContain(answer.status)
    }
    const idle = await logIn(user)
    const { refreshToken } = await logIn(user)
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ is_active: false }).where('pk', '=', user.pk).execute(),
    )
    const refused = await refresh(refreshToken)
    expect([refused.status, await refused.json()]).toEqual([401, WRONG_TOKEN])
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ is_active: true }).where('pk', '=', user.pk).execute(),
    )
    pass(30 * DAY)
    expect((await refresh(idle.refreshToken)).status).toBe(401)
  })

  test('tokens are stored as hashes', async () => {
    const { refreshToken, accessToken } = await logIn(await addUser(database.connection, 'hashed'))
    const rows = JSON.stringify([
      await database.connection.reader.query.selectFrom('refresh_tokens').selectAll().execute(),
      await database.connection.reader.query.selectFrom('sessions').selectAll().execute(),
    ])
    expect(rows).not.toContain(refreshToken)
    expect(rows).not.toContain(accessToken)
    expect(rows).toContain(new Bun.CryptoHasher('sha256').update(refreshToken).digest('hex'))
  })

  test('a page of the web app gets a cookie and no refresh token; the cookie lasts as long as it is used', async () => {
    const user = await addUser(database.connection, 'browsing')
    const { cookie, refreshToken } = await logIn(user, { headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect(refreshToken).toBe('')
    const me = (value: string) => gated.ask('GET', '/api/v1/auth/me', { headers: { Cookie: `auth_token=${value}` } })
    const early = await me(cookie)
    expect([early.status, early.headers.get('set-cookie')]).toEqual([200, null])
    pass(20 * DAY)
    const late = await me(cookie)
    const renewed = /^auth_token=([^;]+); Max-Age=2592000; /.exec(late.headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect(renewed).not.toBe('')
    pass(20 * DAY)
    expect((await me(cookie)).status).toBe(401)
    expect((await me(renewed)).status).toBe(200)
  })

  test('signing in again in the same browser ends the previous session', async () => {
    const user = await addUser(database.connection, 'again')
    const first = await logIn(user)
    const second = await logIn(user, { headers: { Cookie: `auth_token=${first.cookie}` } })
    expect(await statusOf(first.accessToken)).toBe(401)
    expect(await sessionsOf(second.accessToken)).toHaveLength(1)
  })

  test('are listed with their devices, and end one by one or all others at once', async () => {
    const user = await addUser(database.connection, 'roaming')
    const phone = await logIn(user, {
      headers: { 'User-Agent': 'Panels/4.2 (iPad)' },
      peer: { address: '192.0.2.7', local: false },
    })
    const laptop = await logIn(user, { headers: { 'User-Agent': FIREFOX } })
    const shown = await sessionsOf(laptop.accessToken)
    expect(shown.map(({ client, system, device, current, way }) => ({ client, system, device, current, way }))).toEqual(
      [
        { client: 'Firefox', system: 'Linux', device: 'desktop', current: true, way: 'password' },
        { client: 'Panels', system: 'iPadOS', device: 'tablet', current: false, way: 'password' },
      ],
    )
    expect(shown[1]?.address).toBe('192.0.2.7')

    const headers = { Authorization: `Bearer ${laptop.accessToken}` }
    const stranger = await bearer(gated, await addUser(database.connection, 'stranger'))
    const end = (id: string | undefined, who: Record<string, string>) =>
      gated.ask('DELETE', `/api/v1/user/sessions/${id}`, { headers: who })
    expect((await end(shown[1]?.id, stranger)).status).toBe(404)
    expect((await end('0190a000-0000-7000-8000-00000000ffff', headers)).status).toBe(404)
    expect(await statusOf(phone.accessToken, other)).toBe(200)
    expect((await end(shown[1]?.id, headers)).status).toBe(204)
    expect(await statusOf(phone.accessToken)).toBe(401)
    pass(1000)
    expect(await statusOf(phone.accessToken, other)).toBe(401)
    expect((await refresh(phone.refreshToken)).status).toBe(401)

    const third = await logIn(user)
    const all = await gated.ask('DELETE', '/api/v1/user/sessions', { headers })
    expect([all.status, await all.json()]).toEqual([200, { revoked: 1 }])
    expect([await statusOf(third.accessToken), await statusOf(laptop.accessToken)]).toEqual([401, 200])
  })

  test('an admin sees and ends those of others; a reader and an API key do not', async () => {
    const admin = await bearer(gated, await addUser(database.connection, 'admin', { role: 'admin' }))
    const user = await addUser(database.connection, 'watched')
    const { accessToken } = await logIn(user)
    const reader = { Authorization: `Bearer ${accessToken}` }
    const path = `/api/v1/users/${user.id}/sessions`
    expect((await gated.ask('GET', path, { headers: reader })).status).toBe(403)
    expect((await gated.ask('DELETE', path, { headers: reader })).status).toBe(403)
    expect(await bodyOf<SessionDto[]>(await gated.ask('GET', path, { headers: admin }))).toHaveLength(1)
    const made = await gated.ask('POST', '/api/v1/api-keys', { headers: reader, body: { name: 'k' } })
    const key = { 'X-API-Key': (await bodyOf<{ key: string }>(made)).key }
    expect((await gated.ask('GET', '/api/v1/user/sessions', { headers: key })).status).toBe(403)
    expect((await gated.ask('DELETE', '/api/v1/user/sessions', { headers: key })).status).toBe(403)
    expect((await gated.ask('DELETE', path, { headers: admin })).status).toBe(200)
    expect(await statusOf(accessToken)).toBe(401)
    const nobody = '/api/v1/users/0190a000-0000-7000-8000-00000000ffff/sessions'
    expect((await gated.ask('GET', nobody, { headers: admin })).status).toBe(404)
  })

  test('cost no question to the database beyond that for the account', async () => {
    const { accessToken } = await logIn(await addUser(database.connection, 'cheap'))
    expect(await statusOf(accessToken)).toBe(200)
    const asked: string[] = []
    const { reader } = database.connection
    const run = reader.run
    const noting = (sql: string, values: never) => {
      asked.push(sql)
      return run(sql, values)
    }
    Object.assign(reader, { run: noting })
    try {
      pass(1000)
      for (let time = 0; time < 20; time++)
        await gated.ask('GET', '/api/v1/auth/me', { headers: { Authorization: `Bearer ${accessToken}` } })
    } finally {
      Object.assign(reader, { run })
    }
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter(sql => /from .?sessions/.test(sql))).toEqual([])
  })
})
