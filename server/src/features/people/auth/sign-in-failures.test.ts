import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { LoginResponse } from '@octavo/contract/auth'
import { addUser, basic, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'

setDefaultTimeout(60_000)

forEachDatabase('the audit log of signing in', database => {
  let gated: GatedApp
  beforeAll(() => {
    gated = createGatedApp(database.connection)
  })

  const from = (address: string) => ({ address, local: false })
  const logIn = (username: string, password: string, address = '198.51.100.7') =>
    gated.ask('POST', '/api/v1/auth/login', { body: { username, password }, peer: from(address) })

  /** Entries since the last call about sessions and attempts. */
  let last = 0
  async function written() {
    await gated.failures.drain()
    const rows = await database.connection.reader.query
      .selectFrom('audit_log')
      .selectAll()
      .where('pk', '>', last)
      .where('action', 'in', ['sign_in_failed', 'signed_out', 'session_revoked', 'session_reused'])
      .orderBy('pk')
      .execute()
    last = rows.at(-1)?.pk ?? last
    return rows.map(row => [row.action, row.user_name, row.subject_name, row.message, JSON.parse(row.details)])
  }

  test('contain the name tried, the address and the reason, but never what was typed', async () => {
    const ada = await addUser(database.connection, 'Ada')
    const off = await addUser(database.connection, 'Off', { isActive: false })
    await logIn('ada', 'a wrong password')
    await logIn('my-secret-password', 'oops')
    await logIn('Off', off.password)
    await gated.ask('GET', '/api/v1/user', { headers: basic('Ada', 'another wrong one'), peer: from('198.51.100.8') })
    const entries = await written()
    expect(entries.map(entry => JSON.stringify(entry)).sort()).toEqual(
      [
        ['sign_in_failed', null, 'Ada', 'Wrong password', { way: 'password' }],
        ['sign_in_failed', null, 'Ada', 'Wrong password', { way: 'password' }],
        ['sign_in_failed', null, 'Off', 'The account is deactivated', { way: 'password' }],
        ['sign_in_failed', null, 'my-…', 'No such user', { way: 'password' }],
      ]
        .map(entry => JSON.stringify(entry))
        .sort(),
    )
    const rows = JSON.stringify(await database.connection.reader.query.selectFrom('audit_log').selectAll().execute())
    for (const secret of ['a wrong password', 'my-secret-password', 'oops', 'another wrong one', off.password]) {
      expect(rows).not.toContain(secret)
    }
    expect((await logIn('ada', ada.password)).status).toBe(200)
  })

  test('has five tries of a network at once, then one in ten minutes that counts those between', async () => {
    const bea = await addUser(database.connection, 'Bea')
    gated.clock.ms += 3_600_000
    await written()
    for (let guess = 0; guess < 9; guess++) await logIn('Bea', `guess ${guess}`, '203.0.113.4')
    expect(await written()).toHaveLength(5)
    gated.clock.ms += 10 * 60_000
    await logIn('Bea', 'one more', '203.0.113.4')
    expect(await written()).toEqual([
      ['sign_in_failed', null, 'Bea', 'Wrong password', { way: 'password', triesBefore: 4 }],
    ])
    // For any number of names and networks.
    for (let guess = 0; guess < 80; guess++) await logIn(`nobody-${guess}`, 'x', `198.18.${guess}.1`)
    expect((await written()).length).toBeLessThanOrEqual(60)
    expect((await logIn('Bea', bea.password)).status).toBe(200)
  })

  test('has how sign-ins ended: by leaving, by the owner, by an admin and by a stolen token', async () => {
    const cid = await addUser(database.connection, 'Cid')
    const boss = await bearer(gated, await addUser(database.connection, 'boss', { role: 'admin' }))
    gated.clock.ms += 3_600_000
    await written()
    await gated.ask('POST', '/api/v1/auth/logout', { headers: await bearer(gated, cid) })
    expect(await written()).toEqual([['signed_out', 'Cid', 'Cid', null, {}]])

    const mine = await bearer(gated, cid)
    await bearer(gated, cid)
    await gated.ask('DELETE', '/api/v1/user/sessions', { headers: mine })
    expect(await written()).toEqual([['session_revoked', 'Cid', 'Cid', null, { sessions: 1 }]])

    await gated.ask('DELETE', `/api/v1/users/${cid.id}/sessions`, { headers: boss })
    expect(await written()).toEqual([['session_revoked', 'boss', 'Cid', null, { sessions: 1 }]])

    const { refreshToken } = await bodyOf<LoginResponse>(await logIn('Cid', cid.password))
    const refresh = () => gated.ask('POST', '/api/v1/auth/refresh', { body: { refreshToken } })
    expect([(await refresh()).status, (await refresh()).status]).toEqual([200, 401])
    expect(await written()).toEqual([['session_reused', 'Cid', 'Cid', null, {}]])

    const headers = await bearer(gated, cid)
    await bearer(gated, cid)
    const body = { currentPassword: cid.password, newPassword: 'Another horse 2!' }
    expect((await gated.ask('POST', '/api/v1/user/password', { headers, body })).status).toBe(200)
    expect(await written()).toEqual([['session_revoked', 'Cid', 'Cid', null, { because: 'password', sessions: 1 }]])
  })
})
