import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { SeeAsResponse } from '@octavo/contract/see-as'
import type { UserInfo } from '@octavo/contract/user'
import {
  addUser,
  bearer,
  bodyOf,
  createGatedApp,
  type GatedApp,
  type TestUser,
} from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { auditRoutes } from '../audit'
import { preferenceRoutes } from '../preferences'
import { viewersNow } from './viewers-now'

setDefaultTimeout(60_000)

const HALF_HOUR = 30 * 60_000

/** `name=value` of a cookie that an answer sets. */
const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0] ?? '')
    .find(pair => pair.startsWith(`${name}=`)) ?? ''

forEachDatabase('seeing as somebody else', database => {
  let gated: GatedApp
  let ada: TestUser
  let bea: TestUser
  let max: TestUser
  let asAda: { Authorization: string }

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => {
        auditRoutes(binder, { reader })
        preferenceRoutes(binder, { reader, write, now: () => gated.clock.ms })
      },
    })
    ada = await addUser(database.connection, 'Ada', { role: 'admin' })
    bea = await addUser(database.connection, 'Bea')
    max = await addUser(database.connection, 'Max', { role: 'maintainer' })
    asAda = await bearer(gated, ada)
  })

  const see = (user: { readonly id: string }, headers: Record<string, string> = asAda) =>
    gated.ask('POST', `/api/v1/users/${user.id}/see-as`, { headers })
  const seen = async (user: TestUser) => {
    const answer = await bodyOf<SeeAsResponse>(await see(user))
    return { Authorization: `Bearer ${answer.accessToken}` }
  }
  const me = (headers: Record<string, string>) => gated.ask('GET', '/api/v1/auth/me', { headers })

  test('an administrator is answered as the user is, and it is written down', async () => {
    const answer = await bodyOf<SeeAsResponse>(await see(bea))
    const endsAt = new Date(gated.clock.ms + HALF_HOUR).toISOString()
    expect(answer).toMatchObject({ user: { id: bea.id, username: 'Bea', role: 'reader' }, endsAt })
    const { id, permissions, seenBy } = await bodyOf<UserInfo>(
      await me({ Authorization: `Bearer ${answer.accessToken}` }),
    )
    expect({ id, seenBy }).toEqual({ id: bea.id, seenBy: { username: 'Ada', endsAt } })
    expect(permissions).toContain('progress-write')
    expect(permissions).not.toContain('system-admin')
    const log = await gated.ask('GET', `/api/v1/audit?action=user_viewed_as&subjectId=${bea.id}`, { headers: asAda })
    const [entry] = (await bodyOf<{ data: AuditEntryDto[] }>(log)).data
    expect(entry).toMatchObject({ user: 'Ada', subjectName: 'Bea', details: { until: endsAt } })
  })

  test('by HTTPS it goes with the cookie that only HTTPS has, and with no other', async () => {
    const base = 'https://books.example'
    const secret = { username: ada.username, password: ada.password }
    const login = await gated.ask('POST', '/api/v1/auth/login', { base, body: secret })
    const session = cookieOf(login, '__Host-auth_token')
    const begun = await gated.ask('POST', `/api/v1/users/${bea.id}/see-as`, {
      ...{ base, headers: { Cookie: session, 'Sec-Fetch-Site': 'same-origin' } },
    })
    const set = begun.headers.getSetCookie().find(line => line.startsWith('see_as_token=')) ?? ''
    expect([begun.status, /; Secure/i.test(set), /; HttpOnly/i.test(set)]).toEqual([200, true, true])
    const glasses = set.split(';')[0] ?? ''
    const whoIs = async (cookie: string, at = base) => {
      const answer = await gated.ask('GET', '/api/v1/auth/me', { base: at, headers: { Cookie: cookie } })
      return answer.status === 200 ? (await bodyOf<UserInfo>(answer)).username : answer.status
    }
    expect(await whoIs(session)).toBe('Ada')
    expect(await whoIs(`${session}; ${glasses}`)).toBe('Bea')
    expect(await whoIs(`${session.replace('__Host-', '')}; ${glasses}`)).toBe(401)
    expect(await whoIs(`${session}; ${glasses}`, 'http://localhost:8080')).toBe(401)
    expect(await whoIs(glasses)).toBe(401)
  })

  test('nothing is changed and nothing secret is shown meanwhile', async () => {
    const headers = await seen(bea)
    const refused = async (method: string, path: string, body?: unknown) => {
      const answer = await gated.ask(method, path, { headers, ...(body !== undefined && { body }) })
      return [answer.status, (await bodyOf<{ details?: unknown }>(answer)).details]
    }
    const readOnly = [403, { readOnly: true }]
    expect(await refused('PUT', '/api/v1/user/preferences/ui.theme', { value: 'dark' })).toEqual(readOnly)
    expect(await refused('POST', '/api/v1/api-keys', { name: 'mine' })).toEqual(readOnly)
    expect(await refused('POST', '/api/v1/auth/logout', {})).toEqual(readOnly)
    expect(await refused('DELETE', '/api/v1/user/sessions')).toEqual(readOnly)
    expect((await refused('GET', '/api/v1/user/sessions'))[0]).toBe(403)
    expect((await refused('GET', '/api/v1/user/second-factor'))[0]).toBe(403)
    expect((await refused('GET', '/api/v1/users'))[0]).toBe(403)
    expect((await refused('POST', `/api/v1/users/${max.id}/see-as`))[0]).toBe(403)
    const preferences = await gated.ask('GET', '/api/v1/user/preferences', { headers: await bearer(gated, bea) })
    expect(await bodyOf(preferences)).toEqual({ preferences: [] })
  })

  test('administrators, deactivated users and oneself cannot be viewed as; only administrators may', async () => {
    const eve = await addUser(database.connection, 'Eve', { role: 'admin' })
    const off = await addUser(database.connection, 'Off', { isActive: false })
    const high = await addUser(database.connection, 'High', { permissions: ['system-admin'] })
    for (const user of [eve, off, high, ada]) expect((await see(user)).status).toBe(403)
    expect((await see({ id: crypto.randomUUID() })).status).toBe(404)
    expect((await see(bea, await bearer(gated, max))).status).toBe(403)
    expect((await see(bea, {})).status).toBe(401)
    const made = await gated.ask('POST', '/api/v1/api-keys', { headers: asAda, body: { name: 'all' } })
    const { key } = await bodyOf<{ key: string }>(made)
    expect((await see(bea, { 'X-API-Key': key })).status).toBe(403)
  })

  test('it ends with the time, the session, and the right to it', async () => {
    const isOver = async (headers: Record<string, string>) => {
      gated.accounts.forgetAll()
      const answer = await me(headers)
      return answer.status === 401 && (await bodyOf<{ details?: unknown }>(answer)).details
    }
    const change = (values: Partial<Record<'is_active' | 'role', string | boolean>>, user: TestUser) =>
      database.connection.write(tx =>
        tx.query
          .updateTable('users')
          .set(values as never)
          .where('id', '=', user.id)
          .execute(),
      )
    const headers = await seen(max)
    await change({ role: 'admin' }, max)
    expect(await isOver(headers)).toEqual({ seeAsEnded: true })
    await change({ role: 'maintainer' }, max)
    await change({ role: 'maintainer' }, ada)
    expect(await isOver(headers)).toEqual({ seeAsEnded: true })
    await change({ role: 'admin' }, ada)
    expect(await isOver(headers)).toBe(false)
    gated.clock.ms += HALF_HOUR
    expect((await me(headers)).status).toBe(401)
    const again = await seen(max)
    await gated.ask('POST', '/api/v1/auth/logout', { headers: asAda, body: {} })
    expect((await me(again)).status).toBe(401)
    asAda = await bearer(gated, ada)
  })

  test('open streams are looked at by the same rule', async () => {
    const answer = await bodyOf<SeeAsResponse>(await see(bea))
    const request = new Request('http://localhost/', { headers: { Authorization: `Bearer ${answer.accessToken}` } })
    const identity = await gated.identify(request, { address: '127.0.0.1', local: true }, () => true)
    if (identity.kind !== 'known' || !identity.viewer.pass) throw new Error('Nobody is known')
    const holder = { userId: identity.viewer.userId, pass: identity.viewer.pass }
    const { reader } = database.connection
    const { accounts, sessions } = gated
    const now = async (at = gated.clock.ms) =>
      (await viewersNow({ reader, accounts, sessions }, [holder], at)).get(holder)
    expect(await now()).toMatchObject({ userId: bea.id, pass: { seenBy: ada.id } })
    expect(await now(gated.clock.ms + HALF_HOUR)).toBeUndefined()
    await gated.ask('POST', '/api/v1/auth/logout', { headers: asAda, body: {} })
    expect(await now()).toBeUndefined()
    asAda = await bearer(gated, ada)
  })

  test('in the web app it is a cookie next to the session cookie, valid with that session only', async () => {
    const auth = (headers: { Authorization: string }) => `auth_token=${headers.Authorization.slice('Bearer '.length)}`
    const page = { 'Sec-Fetch-Site': 'same-origin' }
    const answer = await see(bea, { ...page, Cookie: auth(asAda) })
    expect((await bodyOf<SeeAsResponse>(answer)).accessToken).toBeUndefined()
    const set = answer.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^see_as_token=[^;]+;.*HttpOnly.*SameSite=Lax/)
    const cookie = set.split(';')[0]
    const who = async (own: string, more = `; ${cookie}`) => {
      const got = await me({ Cookie: own + more })
      return got.status === 200 ? (await bodyOf<UserInfo>(got)).username : got.status
    }
    expect(await who(auth(asAda))).toBe('Bea')
    expect(await who(auth(asAda), '')).toBe('Ada')
    expect(await who(auth(await bearer(gated, ada)))).toBe('Ada')
    expect(await who(auth(await bearer(gated, max)))).toBe('Max')
    gated.clock.ms += HALF_HOUR
    // Not the administrator at once: an open page would continue with those permissions.
    expect(await who(auth(asAda))).toBe(401)
    const end = await gated.ask('DELETE', '/api/v1/auth/see-as', {
      headers: { ...page, Cookie: `${auth(asAda)}; ${cookie}` },
    })
    expect([end.status, end.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^see_as_token=;.*Max-Age=0/),
    ])
  })
})
