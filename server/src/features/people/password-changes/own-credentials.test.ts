import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ErrorResponse } from '@octavo/contract/errors'
import { addUser, basic, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { openPostOffice, type PostOffice } from '../../../../../tests/kit/post-office'
import { forEachDatabase } from '../../../db/testing'

type Headers = Record<string, string>

forEachDatabase('credentials of an account', database => {
  let office: PostOffice
  let gated: GatedApp

  beforeAll(async () => {
    office = await openPostOffice()
    const mail = { url: office.url, from: 'Octavo <octavo@example.org>', baseUrl: 'https://books.example.org' }
    gated = createGatedApp(database.connection, { mail })
  })
  afterAll(async () => {
    await gated.people.drain()
    await office.close()
  })

  const ask = (as: Headers, method: string, path: string, body?: unknown) =>
    gated.ask(method, `/api/v1${path}`, { headers: as, ...(body !== undefined && { body }) })
  const outcome = async (answer: Response) => {
    const { details } = answer.status < 400 ? { details: null } : await bodyOf<ErrorResponse>(answer)
    return [answer.status, (details as { reason?: string } | null)?.reason]
  }
  const letters = async (address: string, count: number) =>
    (await office.lettersTo(address, count)).map(({ text }) => text)

  test('are changed by their owner in a session, with the current password, and never with an API key', async () => {
    const ada = await addUser(database.connection, 'ada', { role: 'admin' })
    await addUser(database.connection, 'second-admin', { role: 'admin' })
    const session = await bearer(gated, ada)
    const { key } = await bodyOf<{ key: string }>(await ask(session, 'POST', '/api-keys', { name: 'all' }))
    const byKey = { 'X-API-Key': key }
    const self = `/users/${ada.id}`
    const changes = [{ password: 'Another-No.1' }, { email: 'thief@example.org' }, { username: 'thief' }]
    for (const change of changes) {
      const withPassword = { ...change, currentPassword: ada.password }
      expect(await outcome(await ask(byKey, 'PATCH', self, withPassword))).toEqual([403, 'session_needed'])
      expect(await outcome(await ask(basic('ada', ada.password), 'PATCH', self, withPassword))).toEqual([
        ...[403, 'session_needed'],
      ])
      expect(await outcome(await ask(session, 'PATCH', self, change))).toEqual([400, 'password_wrong'])
      const wrong = { ...change, currentPassword: 'wrong' }
      expect(await outcome(await ask(session, 'PATCH', self, wrong))).toEqual([400, 'password_wrong'])
    }
    expect(await outcome(await ask(byKey, 'POST', `${self}/reset-link`))).toEqual([403, 'session_needed'])
    expect(await outcome(await ask(session, 'POST', `${self}/reset-link`))).toEqual([403, 'own_account'])
    expect(await outcome(await ask(byKey, 'DELETE', `${self}/second-factor`))).toEqual([403, 'session_needed'])
    expect(await outcome(await ask(session, 'DELETE', `${self}/second-factor`))).toEqual([403, 'own_account'])
    // Fields other than credentials need no password.
    expect((await ask(byKey, 'PATCH', self, { username: 'ada', email: 'ada@Example.org' })).status).toBe(200)

    const right = { email: 'ada@new.example.org', currentPassword: ada.password }
    expect((await ask(session, 'PATCH', self, right)).status).toBe(200)
    expect((await letters('ada@example.org', 1))[0]).toContain(
      'The e-mail address of your account at Octavo was changed',
    )
    expect((await letters('ada@new.example.org', 1))[0]).toContain('The e-mail address of your account')
  })

  test('of others are changed in a session only, and reported by e-mail and in the audit log', async () => {
    const boss = await addUser(database.connection, 'boss', { role: 'admin' })
    const bea = await addUser(database.connection, 'bea')
    await gated.ask('POST', '/api/v1/auth/login', { body: { username: 'bea', password: bea.password } })
    const session = await bearer(gated, boss)
    const { key } = await bodyOf<{ key: string }>(await ask(session, 'POST', '/api-keys', { name: 'all' }))
    const of = `/users/${bea.id}`
    for (const change of [{ password: 'Another-No.1' }, { email: 'x@example.org' }, { username: 'x' }]) {
      expect(await outcome(await ask({ 'X-API-Key': key }, 'PATCH', of, change))).toEqual([403, 'session_needed'])
    }
    expect((await ask({ 'X-API-Key': key }, 'PATCH', of, { deniedPermissions: ['api-keys-write'] })).status).toBe(200)

    expect((await ask(session, 'PATCH', of, { password: 'Another-No.1' })).status).toBe(200)
    expect((await ask(session, 'POST', `${of}/reset-link`)).status).toBe(201)
    expect((await ask(session, 'DELETE', `${of}/second-factor`)).status).toBe(204)
    const mails = await letters('bea@example.org', 3)
    for (const sentence of [
      'The password of your account at Octavo was changed.',
      'An administrator created a link to choose a new password',
      'Two-factor authentication was turned off for your account at Octavo.',
    ]) {
      expect(mails.filter(text => text.includes(sentence))).toHaveLength(1)
    }
    const acts = await database.connection.reader.query
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', bea.id)
      .execute()
    const written = acts.map(({ action }) => action)
    expect(written).toContain('user_changed')
    expect(written).toContain('password_reset_requested')
    expect(written).toContain('second_factor_changed')
  })

  test('a new password, set by its owner or through a link, is reported by e-mail', async () => {
    const cleo = await addUser(database.connection, 'cleo')
    const change = { currentPassword: cleo.password, newPassword: 'Another-No.1' }
    expect((await ask(await bearer(gated, cleo), 'POST', '/user/password', change)).status).toBe(200)
    expect((await letters('cleo@example.org', 1))[0]).toContain('The password of your account at Octavo was changed.')
  })
})
