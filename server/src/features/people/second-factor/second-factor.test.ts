import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { LoginResponse } from '@octavo/contract/auth'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { RecoveryCodesDto, SecondFactorDto, TotpSecretDto } from '@octavo/contract/second-factor'
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
import { codeOf, stepAt } from './totp.rules'

setDefaultTimeout(60_000)

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Like an authenticator app. */
function fromBase32(text: string): Uint8Array {
  const bits = [...text].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map(eight => Number.parseInt(eight, 2)))
}

forEachDatabase('a second factor', database => {
  let gated: GatedApp
  beforeAll(() => {
    gated = createGatedApp(database.connection)
  })

  const BASE = '/api/v1/user/second-factor'
  const post = (path: string, body: unknown, headers: Record<string, string> = {}, address = '198.51.100.3') =>
    gated.ask('POST', path, { body, headers, peer: { address, local: false } })
  const logIn = (user: TestUser, code?: string, address?: string) =>
    post('/api/v1/auth/login', { username: user.username, password: user.password, ...(code && { code }) }, {}, address)
  const outcome = async (answer: Response) => [answer.status, (await bodyOf<ErrorResponse>(answer)).message]

  /** A user with a second factor, signed in, half a minute later so that a new code is due. */
  async function protectedUser(name: string) {
    const user = await addUser(database.connection, name)
    const headers = await bearer(gated, user)
    const begun = await post(`${BASE}/totp`, { password: user.password }, headers)
    expect([begun.status, begun.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { secret, uri } = await bodyOf<TotpSecretDto>(begun)
    expect(uri).toContain(`secret=${secret}&`)
    const code = () => codeOf(fromBase32(secret), stepAt(gated.clock.ms))
    const confirmed = await post(`${BASE}/totp/confirm`, { code: code() }, headers)
    expect(confirmed.status).toBe(200)
    const { recoveryCodes } = await bodyOf<RecoveryCodesDto>(confirmed)
    gated.clock.ms += 30_000
    return { user, headers, secret, code, recoveryCodes }
  }

  test('asks for a code after the password, accepts it once, and cannot be bypassed with the password alone', async () => {
    const { user, headers, secret, code } = await protectedUser('Ada')
    const asked = await logIn(user)
    expect([asked.status, await asked.json()]).toEqual([
      401,
      {
        error: 'Unauthorized',
        message: 'Enter the code of your authenticator app',
        details: { reason: 'code_needed', secondFactor: true },
      },
    ])
    expect(asked.headers.get('set-cookie')).toBeNull()
    const wrongPassword = await post('/api/v1/auth/login', { username: 'Ada', password: 'wrong', code: code() })
    expect(await wrongPassword.json()).toEqual({
      error: 'Unauthorized',
      message: 'Invalid credentials',
      details: { reason: 'credentials_wrong' },
    })
    expect(await outcome(await logIn(user, '000000'))).toEqual([401, 'Wrong code'])
    const used = code()
    const inside = await logIn(user, used)
    expect(inside.status).toBe(200)
    expect((await bodyOf<LoginResponse>(inside)).user.username).toBe('Ada')
    expect(await outcome(await logIn(user, used))).toEqual([401, 'Wrong code'])
    const basicAnswer = await gated.ask('GET', '/api/v1/user', { headers: basic('Ada', user.password) })
    expect(await outcome(basicAnswer)).toEqual([401, expect.stringContaining('Use an API key')])
    expect((await gated.ask('GET', '/api/v1/user', { headers })).status).toBe(200)
    const rows = await database.connection.reader.query.selectFrom('totp_secrets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('a code used twice at once is accepted once', async () => {
    const { user, code } = await protectedUser('raced')
    const used = code()
    const statuses = (await Promise.all([1, 2, 3].map(() => logIn(user, used)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401, 401])
  })

  test('a recovery code is good for once, however it is typed', async () => {
    const { user, headers, recoveryCodes } = await protectedUser('Bea')
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    expect((await logIn(user, first)).status).toBe(200)
    expect((await logIn(user, first)).status).toBe(401)
    expect((await logIn(user, second.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await bodyOf<SecondFactorDto>(await gated.ask('GET', BASE, { headers }))).toEqual({
      totp: true,
      passkeys: false,
      recoveryCodesLeft: 8,
      hasPassword: true,
    })
    const renewed = await post(`${BASE}/recovery-codes`, { password: user.password }, headers)
    expect((await bodyOf<RecoveryCodesDto>(renewed)).recoveryCodes).toHaveLength(10)
    expect((await logIn(user, recoveryCodes[2])).status).toBe(401)
    const rows = JSON.stringify(
      await database.connection.reader.query.selectFrom('recovery_codes').selectAll().execute(),
    )
    for (const code of recoveryCodes) expect(rows).not.toContain(code)
  })

  test('guessing codes is slowed down, and an attacker does not lock the owner out', async () => {
    const { user, code } = await protectedUser('Cid')
    expect((await logIn(user, code(), '192.0.2.1')).status).toBe(200)
    const statuses: number[] = []
    for (let guess = 0; guess < 8; guess++) statuses.push((await logIn(user, `00000${guess}`, '203.0.113.8')).status)
    expect(statuses).toEqual([...Array(5).fill(401), 429, 429, 429])
    gated.clock.ms += 30_000
    expect((await logIn(user, code(), '192.0.2.1')).status).toBe(200)
  })

  test('is switched on with a right code only, by its owner, with the password', async () => {
    const user = await addUser(database.connection, 'Dan')
    const headers = await bearer(gated, user)
    expect(await outcome(await post(`${BASE}/totp/confirm`, { code: '123456' }, headers))).toEqual([
      409,
      'No code was requested',
    ])
    expect(await outcome(await post(`${BASE}/totp`, { password: 'wrong' }, headers))).toEqual([
      400,
      'The current password is wrong',
    ])
    expect((await post(`${BASE}/totp`, {}, headers)).status).toBe(400)
    expect((await post(`${BASE}/totp`, { password: user.password }, headers)).status).toBe(200)
    expect((await post(`${BASE}/totp/confirm`, { code: '12345' }, headers)).status).toBe(400)
    expect((await logIn(user)).status).toBe(200)
    const made = await post('/api/v1/api-keys', { name: 'k' }, headers)
    const key = { 'X-API-Key': (await bodyOf<{ key: string }>(made)).key }
    expect((await gated.ask('GET', BASE, { headers: key })).status).toBe(403)
    expect((await post(`${BASE}/totp`, { password: user.password }, key)).status).toBe(403)
  })

  test('enabling it signs out everywhere else; the owner or an admin disables it', async () => {
    const user = await addUser(database.connection, 'Eva')
    const elsewhere = await bearer(gated, user)
    const { headers } = await (async () => {
      const mine = await bearer(gated, user)
      const { secret } = await bodyOf<TotpSecretDto>(await post(`${BASE}/totp`, { password: user.password }, mine))
      const code = codeOf(fromBase32(secret), stepAt(gated.clock.ms))
      expect((await post(`${BASE}/totp/confirm`, { code }, mine)).status).toBe(200)
      return { headers: mine }
    })()
    expect((await gated.ask('GET', '/api/v1/user', { headers: elsewhere })).status).toBe(401)
    expect((await post(`${BASE}/totp`, { password: user.password }, headers)).status).toBe(409)
    expect((await post(`${BASE}/totp/remove`, { password: 'wrong' }, headers)).status).toBe(400)
    expect((await post(`${BASE}/totp/remove`, { password: user.password }, headers)).status).toBe(204)
    expect((await logIn(user)).status).toBe(200)

    const { user: lost } = await protectedUser('Fay')
    const path = `/api/v1/users/${lost.id}/second-factor`
    const remove = async (who: Record<string, string>) => (await gated.ask('DELETE', path, { headers: who })).status
    expect(await remove(headers)).toBe(403)
    expect(await remove(await bearer(gated, await addUser(database.connection, 'boss', { role: 'admin' })))).toBe(204)
    expect((await logIn(lost)).status).toBe(200)
  })
})
