import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { LoginResponse } from '@octavo/contract/auth'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { ResetLinkDto } from '@octavo/contract/password'
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

setDefaultTimeout(60_000)

const NEW = 'Brand-New horse 7!'

forEachDatabase('a new password', database => {
  let gated: GatedApp
  let admin: { Authorization: string }
  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    admin = await bearer(gated, await addUser(database.connection, 'boss', { role: 'admin' }))
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}, address = '198.51.100.9') =>
    gated.ask('POST', path, { body, headers, peer: { address, local: false } })
  const logIn = async (username: string, password: string, address?: string) =>
    post('/api/v1/auth/login', { username, password }, {}, address)
  const tokenOf = async (user: TestUser) =>
    (await bodyOf<LoginResponse>(await logIn(user.username, user.password))).accessToken
  const refusal = async (answer: Response) => [answer.status, (await bodyOf<ErrorResponse>(answer)).message]
  const statusOf = async (headers: Record<string, string>) =>
    (await gated.ask('GET', '/api/v1/user', { headers })).status

  test('by its owner ends every other session and no API key, and the session that asks goes on', async () => {
    const ada = await addUser(database.connection, 'Ada')
    const [here, there] = [await tokenOf(ada), await tokenOf(ada)]
    const headers = { Authorization: `Bearer ${here}` }
    const made = await post('/api/v1/api-keys', { name: 'k' }, headers)
    const key = { 'X-API-Key': (await bodyOf<{ key: string }>(made)).key }
    expect(await statusOf(basic('Ada', ada.password))).toBe(200)
    const answer = await post('/api/v1/user/password', { currentPassword: ada.password, newPassword: NEW }, headers)
    expect(answer.status).toBe(200)
    const { accessToken } = await bodyOf<{ accessToken: string }>(answer)
    expect(await statusOf({ Authorization: `Bearer ${accessToken}` })).toBe(200)
    expect(await statusOf({ Authorization: `Bearer ${there}` })).toBe(401)
    expect(await statusOf(headers)).toBe(401)
    expect(await statusOf(key)).toBe(200)
    expect(await statusOf(basic('Ada', ada.password))).toBe(401)
    expect((await logIn('Ada', ada.password)).status).toBe(401)
    expect((await logIn('Ada', NEW)).status).toBe(200)
  })

  test('needs the current one, keeps the rules, and is not for API keys', async () => {
    const bea = await addUser(database.connection, 'Beatrice')
    const headers = { Authorization: `Bearer ${await tokenOf(bea)}` }
    const change = async (currentPassword: string | null, newPassword: string) =>
      refusal(await post('/api/v1/user/password', { currentPassword, newPassword }, headers))
    expect(await change('wrong', NEW)).toEqual([400, 'The current password is wrong'])
    expect(await change(null, NEW)).toEqual([400, 'The current password is wrong'])
    expect(await change(bea.password, 'short')).toEqual([400, expect.stringContaining('shorter than')])
    for (const worn of ['Password1!', 'P4ssw0rd!', 'Beatrice-1', 'Beatrice2026!', 'Qwertz123!']) {
      expect(await change(bea.password, worn)).toEqual([400, expect.any(String)])
    }
    const made = await post('/api/v1/api-keys', { name: 'k' }, headers)
    const key = { 'X-API-Key': (await bodyOf<{ key: string }>(made)).key }
    expect((await post('/api/v1/user/password', { currentPassword: bea.password, newPassword: NEW }, key)).status).toBe(
      403,
    )
    expect((await post('/api/v1/user/password', { currentPassword: bea.password, newPassword: NEW })).status).toBe(401)
    expect((await logIn('Beatrice', bea.password)).status).toBe(200)
  })

  test('guessing the current one is slowed down like signing in', async () => {
    const cid = await addUser(database.connection, 'Cid')
    const headers = { Authorization: `Bearer ${await tokenOf(cid)}` }
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) {
      const body = { currentPassword: `guess ${guess}`, newPassword: NEW }
      statuses.push((await post('/api/v1/user/password', body, headers, '203.0.113.5')).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
  })

  test('by a link of an admin: once, for a day, and the one before ends', async () => {
    const dan = await addUser(database.connection, 'Dan')
    const session = { Authorization: `Bearer ${await tokenOf(dan)}` }
    const link = async () => {
      const answer = await gated.ask('POST', `/api/v1/users/${dan.id}/reset-link`, { headers: admin })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
      return bodyOf<ResetLinkDto>(answer)
    }
    const first = await link()
    const second = await link()
    expect(second.url).toBe(`/reset-password#${second.token}`)
    const reset = async (token: string, password: string) => post('/api/v1/auth/reset-password', { token, password })
    const ended = [400, 'This link has already been used or has expired. Request a new one']
    expect(await refusal(await reset(first.token, NEW))).toEqual(ended)
    expect(await refusal(await reset('A'.repeat(43), NEW))).toEqual(ended)
    expect(await refusal(await reset(second.token, 'weak'))).toEqual([400, expect.stringContaining('shorter than')])
    expect((await reset(second.token, NEW)).status).toBe(200)
    expect(await statusOf(session)).toBe(401)
    expect((await logIn('Dan', NEW)).status).toBe(200)
    expect(await refusal(await reset(second.token, NEW))).toEqual(ended)
    const third = await link()
    gated.clock.ms += 24 * 3_600_000
    expect(await refusal(await reset(third.token, NEW))).toEqual(ended)
    const rows = await database.connection.reader.query.selectFrom('account_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(third.token)
    admin = await bearer(gated, await addUser(database.connection, 'boss2', { role: 'admin' }))
  })

  test('a link to somebody who may do more is refused, and to nobody as well', async () => {
    const helper = await addUser(database.connection, 'helper', { permissions: ['users-write'] })
    const headers = await bearer(gated, helper)
    const linkTo = async (id: string, who: Record<string, string>) =>
      (await gated.ask('POST', `/api/v1/users/${id}/reset-link`, { headers: who })).status
    const boss = await addUser(database.connection, 'chief', { role: 'admin' })
    const reader = await addUser(database.connection, 'simple')
    expect(await linkTo(boss.id, headers)).toBe(403)
    expect(await linkTo(reader.id, headers)).toBe(201)
    expect(await linkTo('0190a000-0000-7000-8000-00000000ffff', headers)).toBe(404)
    expect(await linkTo(helper.id, await bearer(gated, reader))).toBe(403)
  })

  test('without a mail server no mail is announced', async () => {
    const answer = await post('/api/v1/auth/forgot-password', { email: 'Ada@Example.org' })
    expect(answer.status).toBe(503)
    expect(await (await gated.ask('GET', '/api/v1/auth/options')).json()).toEqual({
      registration: false,
      passwordReset: false,
      passkeyOrigin: null,
    })
  })
})
