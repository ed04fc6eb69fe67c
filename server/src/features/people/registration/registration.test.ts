import { afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { RegisterResponse } from '@octavo/contract/registration'
import { addUser, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'

setDefaultTimeout(60_000)

forEachDatabase('registration', database => {
  let gated: GatedApp
  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    await addUser(database.connection, 'Ada')
  })
  afterEach(() => {
    gated.clock.ms += 3_600_000
  })

  const account = (name: string) => ({ username: name, email: `${name}@example.net`, password: 'Long horse 42!' })
  const register = (body: unknown, address = '198.51.100.20') =>
    gated.ask('POST', '/api/v1/auth/register', { body, peer: { address, local: false } })
  const open = (isOpen: boolean) => gated.settings.change({ 'auth.registration_enabled': isOpen }, null)

  test('is closed by default, and then creates readers who are signed in', async () => {
    const closed = await register(account('Eve'))
    expect([closed.status, (await bodyOf<ErrorResponse>(closed)).error]).toEqual([403, 'Forbidden'])
    await open(true)
    expect(await (await gated.ask('GET', '/api/v1/setup/status')).json()).toMatchObject({ registrationEnabled: true })
    const made = await register(account('Eve'))
    expect(made.status).toBe(201)
    const answer = await bodyOf<RegisterResponse>(made)
    expect(answer).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 86_400,
      user: { username: 'Eve', role: 'reader', emailVerified: false },
    })
    const headers = { Authorization: `Bearer ${answer.accessToken}` }
    expect(await (await gated.ask('GET', '/api/v1/auth/me', { headers })).json()).toEqual(answer.user)
    expect(made.headers.get('set-cookie')).toStartWith('auth_token=')
  })

  test('accepts known fields only', async () => {
    const greedy = {
      ...account('Greedy'),
      role: 'admin',
      permissions: ['system-admin'],
      isAdmin: true,
      emailVerified: true,
      __proto__: { role: 'admin' },
    }
    const made = await register(greedy)
    expect(made.status).toBe(201)
    const { user } = await bodyOf<RegisterResponse>(made)
    expect([user.role, user.emailVerified, user.permissions.includes('system-admin')]).toEqual(['reader', false, false])
  })

  test('refuses names and addresses in use, whatever their case, and names that look like addresses', async () => {
    const wrong: [object, string][] = [
      [{ ...account('x'), username: ' ADA ' }, 'This user name is taken'],
      [{ ...account('new'), email: 'ADA@example.org' }, 'An account with this e-mail address already exists'],
      [
        { ...account('new'), username: 'ada@example.org' },
        'The user name must not contain colons, @, control or invisible characters',
      ],
      [{ ...account('new'), password: 'Password1!' }, 'This password is too common: choose another'],
      [{ ...account('new'), email: 'nobody' }, 'The e-mail address is not valid: it must look like name@example.org'],
    ]
    for (const [body, message] of wrong) {
      const answer = await register(body, '203.0.113.44')
      expect([answer.status, (await bodyOf<ErrorResponse>(answer)).message]).toEqual([400, message])
    }
    expect((await register({ username: 'x' })).status).toBe(422)
  })

  test('of one name by many at once makes one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        register({ ...account('racer'), email: `racer${index}@example.net` }, `192.0.2.${index}`),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
  })

  test('is slowed down for each network', async () => {
    const statuses: number[] = []
    for (let time = 0; time < 12; time++)
      statuses.push((await register({ ...account('ada'), email: 'a@b.example' }, '203.0.113.200')).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    expect((await register({ ...account('ada'), email: 'a@b.example' }, '203.0.113.201')).status).toBe(400)
  })

  test('without a mail server requires no confirmation', async () => {
    await gated.settings.change({ 'auth.email_confirmation': true }, null)
    expect((await register(account('waiting'))).status).toBe(503)
    const resent = await gated.ask('POST', '/api/v1/auth/resend-verification', { body: { email: 'ada@example.org' } })
    expect(resent.status).toBe(503)
    await gated.settings.change({ 'auth.email_confirmation': false }, null)
    const wrong = await gated.ask('POST', '/api/v1/auth/verify-email', { body: { token: 'A'.repeat(43) } })
    expect(wrong.status).toBe(400)
  })
})
