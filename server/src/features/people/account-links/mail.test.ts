import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { LoginResponse } from '@octavo/contract/auth'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { RegisterResponse, VerifyEmailResponse } from '@octavo/contract/registration'
import { until } from '../../../../../tests/kit/client'
import { addUser, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { openPostOffice, type PostOffice } from '../../../../../tests/kit/post-office'
import { forEachDatabase } from '../../../db/testing'
import { savePreferences } from '../preferences'
import { letterFor } from './letters'

setDefaultTimeout(60_000)

const NEW = 'Brand-New horse 7!'
const GENERIC = { message: 'If there is an account with this address, a link was sent to it' }

test('a letter is of the server, by its name', () => {
  const letter = letterFor(
    'a@example.org',
    { kind: 'verify', username: 'Ada', path: '/x' },
    { baseUrl: 'https://b.example', serverName: 'Tide', language: 'fr' },
  )
  expect(letter.subject).toBe('Tide: Confirmer votre adresse e-mail')
})

forEachDatabase('letters', database => {
  let office: PostOffice
  let gated: GatedApp
  beforeAll(async () => {
    office = await openPostOffice()
    const mail = { url: office.url, from: 'Octavo <octavo@example.org>', baseUrl: 'https://books.example.org/octavo' }
    gated = createGatedApp(database.connection, { mail, serverName: 'Tide {name} $&' })
    await gated.settings.change({ 'auth.registration_enabled': true, 'auth.email_confirmation': true }, null)
  })
  afterAll(async () => {
    await gated.people.drain()
    await office.close()
  })

  let network = 0
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    gated.ask('POST', path, { body, headers, peer: { address: `10.${network++ % 250}.7.1`, local: false } })
  const tokenIn = (text: string, page: string) =>
    new RegExp(`https://books\\.example\\.org/octavo/${page}#([\\w-]{43})`).exec(text)?.[1] ?? ''
  const refusal = async (answer: Response) => [answer.status, (await bodyOf<ErrorResponse>(answer)).message]

  test('a forgotten password: a link for an hour, to the address of the account, whatever the request calls the server', async () => {
    const ada = await addUser(database.connection, 'Ada')
    expect(await (await gated.ask('GET', '/api/v1/auth/options')).json()).toEqual({
      registration: true,
      passwordReset: true,
      passkeyOrigin: null,
    })
    const asked = await post('/api/v1/auth/forgot-password', { email: ' ADA@example.org ' }, { Host: 'evil.example' })
    expect([asked.status, await asked.json()]).toEqual([200, GENERIC])
    const [letter] = await office.lettersTo('Ada@example.org', 1)
    expect(letter?.from).toBe('octavo@example.org')
    expect(letter?.text).toContain('Ada')
    expect(letter?.text).not.toContain('evil.example')
    // The display name configured by the operator, unchanged.
    expect(letter?.text).toContain('your account at Tide {name} $&.')
    const token = tokenIn(letter?.text ?? '', 'reset-password')
    expect(token).not.toBe('')
    expect((await post('/api/v1/auth/reset-password', { token, password: NEW })).status).toBe(200)
    expect((await post('/api/v1/auth/login', { username: 'Ada', password: NEW })).status).toBe(200)
    expect((await post('/api/v1/auth/login', { username: 'Ada', password: ada.password })).status).toBe(401)
    expect((await post('/api/v1/auth/reset-password', { token, password: NEW })).status).toBe(400)

    // Later ones are in the language that Ada has chosen.
    await database.connection.write(tx => savePreferences(tx, ada.pk, new Map([['ui.language', '"de"']]), 1))
    await post('/api/v1/auth/forgot-password', { email: 'ada@example.org' })
    const german = (await office.lettersTo('Ada@example.org', 3))[2]?.text ?? ''
    expect(german).toContain('dein Konto bei Tide {name} $& angefordert')
    expect(german).not.toContain('your account')
    const late = tokenIn(german, 'reset-password')
    gated.clock.ms += 3_600_000
    expect((await post('/api/v1/auth/reset-password', { token: late, password: NEW })).status).toBe(400)
  })

  test('an unknown address, and somebody deactivated, are answered the same and get nothing', async () => {
    await addUser(database.connection, 'Gone', { isActive: false })
    for (const email of ['nobody@example.org', 'gone@example.org', 'Ada', '', 'x\r\nBcc: y@example.org']) {
      const answer = await post('/api/v1/auth/forgot-password', { email })
      expect([answer.status, await answer.json()]).toEqual([200, GENERIC])
    }
    const before = office.letters.length
    await post('/api/v1/auth/forgot-password', { email: 'ada@example.org' })
    await until(
      async () => office.letters.length,
      count => count > before,
    )
    expect(office.letters.slice(before).map(({ to }) => to)).toEqual([['Ada@example.org']])
  })

  test('a new account waits for its address: no signing in before, at once after', async () => {
    const account = { username: 'Eve', email: 'Eve@example.net', password: NEW }
    const made = await post('/api/v1/auth/register', account)
    const answer = await bodyOf<RegisterResponse>(made)
    expect(made.status).toBe(201)
    expect([answer.accessToken ?? null, answer.user.emailVerified]).toEqual([null, false])
    expect(made.headers.get('set-cookie')).toBeNull()
    const logIn = () => post('/api/v1/auth/login', { username: 'Eve', password: NEW })
    expect(await refusal(await logIn())).toEqual([403, 'Confirm your e-mail address first: a link was sent to it'])
    const [letter] = await office.lettersTo('Eve@example.net', 1)
    const again = await post('/api/v1/auth/resend-verification', { email: 'eve@example.net' })
    expect(again.status).toBe(200)
    const second = (await office.lettersTo('Eve@example.net', 2))[1]
    const verify = (token: string) => post('/api/v1/auth/verify-email', { token })
    expect((await verify(tokenIn(letter?.text ?? '', 'verify-email'))).status).toBe(400)
    const token = tokenIn(second?.text ?? '', 'verify-email')
    const verified = await verify(token)
    expect(verified.status).toBe(200)
    const inside = await bodyOf<VerifyEmailResponse>(verified)
    expect(inside.user).toMatchObject({ username: 'Eve', emailVerified: true })
    const headers = { Authorization: `Bearer ${inside.accessToken}` }
    expect((await gated.ask('GET', '/api/v1/auth/me', { headers })).status).toBe(200)
    expect((await verify(token)).status).toBe(400)
    expect((await logIn()).status).toBe(200)
    expect((await post('/api/v1/auth/reset-password', { token, password: NEW })).status).toBe(400)
  })

  test('a link confirms an address that its owner has changed', async () => {
    const { password } = await addUser(database.connection, 'Moved')
    const logIn = () => post('/api/v1/auth/login', { username: 'Moved', password })
    const { accessToken } = await bodyOf<LoginResponse>(await logIn())
    const headers = { Authorization: `Bearer ${accessToken}` }
    const body = { email: 'moved@example.net', currentPassword: password }
    expect((await gated.ask('PATCH', '/api/v1/user', { body, headers })).status).toBe(200)
    expect((await logIn()).status).toBe(403)
    const tokens = await until(
      async () => office.letters.map(({ to, text }) => (to[0] === body.email ? tokenIn(text, 'verify-email') : '')),
      some => some.some(token => token !== ''),
    )
    const token = tokens.find(each => each !== '')
    expect((await post('/api/v1/auth/verify-email', { token })).status).toBe(200)
    expect((await logIn()).status).toBe(200)
  })

  test('registering with an address in use looks like any other, and its owner is notified', async () => {
    const fresh = await bodyOf<RegisterResponse>(
      await post('/api/v1/auth/register', { username: 'fresh', email: 'fresh@example.net', password: NEW }),
    )
    const known = await bodyOf<RegisterResponse>(
      await post('/api/v1/auth/register', { username: 'other', email: 'ADA@example.org', password: NEW }),
    )
    const shape = ({ user, ...rest }: RegisterResponse) => ({
      ...rest,
      user: { ...user, id: '', username: '', email: '' },
    })
    expect(shape(known)).toEqual(shape(fresh))
    const mails = await until(
      async () => office.letters.filter(({ text }) => text.includes('Du hast schon eines: Ada')),
      some => some.length === 1,
    )
    expect(mails[0]?.to).toEqual(['Ada@example.org'])
    const resent = await post('/api/v1/auth/resend-verification', { email: 'ada@example.org' })
    const nobody = await post('/api/v1/auth/resend-verification', { email: 'nobody@example.org' })
    expect([resent.status, await resent.json()]).toEqual([nobody.status, await nobody.json()])
  })

  test('one reader gets no more than a few letters', async () => {
    await addUser(database.connection, 'Flooded')
    const statuses: number[] = []
    for (let time = 0; time < 7; time++) {
      statuses.push((await post('/api/v1/auth/forgot-password', { email: 'flooded@example.org' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})
