import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { PasskeyDto } from '@octavo/contract/passkey'
import type { PasskeyOptions } from '@octavo/contract/passkey-credential'
import type { RecoveryCodesDto, SecondFactorDto } from '@octavo/contract/second-factor'
import type { SessionDto } from '@octavo/contract/session'
import type { UserInfo } from '@octavo/contract/user'
import { answerWith, type Claims, type DevicePasskey, makePasskey } from '../../../../../tests/kit/authenticator'
import {
  addUser,
  bearer,
  bodyOf,
  createGatedApp,
  type GatedApp,
  type TestUser,
} from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertPasskey, passkeysOf, pruneChallenges } from './passkeys.store'

setDefaultTimeout(60_000)

const ORIGIN = 'https://books.example'
const OWN = '/api/v1/user/passkeys'
const SIGN_IN = '/api/v1/auth/passkey'

forEachDatabase('a passkey', database => {
  let gated: GatedApp
  let asAda: Record<string, string>
  let ada: TestUser
  beforeAll(async () => {
    gated = createGatedApp(database.connection, { baseUrl: ORIGIN, serverName: 'Tide' })
    ada = await addUser(database.connection, 'Ada')
    asAda = await bearer(gated, ada)
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}, address = '198.51.100.4') =>
    gated.ask('POST', path, { body, headers: { Origin: ORIGIN, ...headers }, peer: { address, local: false } })
  const statusAndMessage = async (answer: Response) => [answer.status, (await bodyOf<ErrorResponse>(answer)).message]
  const begin = async (user: TestUser, headers: Record<string, string>) => {
    const answer = await post(`${OWN}/options`, { password: user.password }, headers)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return bodyOf<PasskeyOptions>(answer)
  }

  /** Creates a passkey of a user, like their browser. */
  async function add(user: TestUser, headers: Record<string, string>, name = 'Phone'): Promise<DevicePasskey> {
    const asked = await begin(user, headers)
    const { passkey, response } = makePasskey(asked, { origin: ORIGIN })
    const answer = await post(OWN, { ticket: asked.ticket, name, response }, headers)
    expect(answer.status).toBe(201)
    return passkey
  }

  /** A sign-in page, with the cookie of its browser. */
  async function openPage(headers: Record<string, string> = {}) {
    const answer = await post(`${SIGN_IN}/options`, {}, headers)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const cookie = /^octavo_passkey=([\w-]{22});/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
    return { asked: await bodyOf<PasskeyOptions>(answer), browser: { Cookie: `octavo_passkey=${cookie}` } }
  }
  const REFUSED = [401, 'This passkey is not registered here']

  async function signIn(passkey: DevicePasskey, claims: Partial<Claims> = {}) {
    const { asked, browser } = await openPage()
    const response = answerWith(passkey, asked, { origin: ORIGIN, ...claims })
    return post(SIGN_IN, { ticket: asked.ticket, response }, browser)
  }

  test('is added with the password, listed, renamed and removed; signs in without a name', async () => {
    expect(await statusAndMessage(await post(`${OWN}/options`, { password: 'wrong' }, asAda))).toEqual([
      400,
      'The current password is wrong',
    ])
    const asked = await begin(ada, asAda)
    expect(asked.options).toMatchObject({
      rp: { id: 'books.example', name: 'Tide' },
      user: { name: 'Ada' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const passkey = await add(ada, asAda)
    const second = await begin(ada, asAda)
    expect(second.options.excludeCredentials).toMatchObject([{ id: passkey.id }])

    const answer = await signIn(passkey)
    expect(answer.status).toBe(200)
    const { user, accessToken } = await bodyOf<{ user: UserInfo; accessToken: string }>(answer)
    expect(user.username).toBe('Ada')
    const fresh = { Authorization: `Bearer ${accessToken}` }
    const sessions = await bodyOf<SessionDto[]>(await gated.ask('GET', '/api/v1/user/sessions', { headers: fresh }))
    expect(sessions.find(session => session.current)?.way).toBe('passkey')

    const [listed] = await bodyOf<PasskeyDto[]>(await gated.ask('GET', OWN, { headers: asAda }))
    expect(listed).toMatchObject({
      ...{ name: 'Phone', host: 'books.example', synced: false },
      lastUsedAt: new Date(gated.clock.ms).toISOString(),
    })
    const renamed = await gated.ask('PATCH', `${OWN}/${listed?.id}`, { headers: asAda, body: { name: ' My phone ' } })
    expect((await bodyOf<PasskeyDto>(renamed)).name).toBe('My phone')
    expect((await gated.ask('PATCH', `${OWN}/${listed?.id}`, { headers: asAda, body: { name: ' ' } })).status).toBe(422)

    const remove = (password: string, headers = asAda) => post(`${OWN}/${listed?.id}/remove`, { password }, headers)
    expect((await remove('wrong')).status).toBe(400)
    const bea = await addUser(database.connection, 'Bea')
    expect((await remove(bea.password, await bearer(gated, bea))).status).toBe(404)
    expect((await remove(ada.password)).status).toBe(204)
    expect(await statusAndMessage(await signIn(passkey))).toEqual(REFUSED)

    const acts = await database.connection.reader.query.selectFrom('audit_log').selectAll().orderBy('pk').execute()
    const entries = acts.map(({ action, user_name, details }) => [action, user_name, JSON.parse(details)])
    expect(entries).toContainEqual(['passkey_added', 'Ada', { name: 'Phone' }])
    expect(entries).toContainEqual(['passkey_removed', 'Ada', { name: 'My phone' }])
    expect(acts.map(({ action, details }) => [action, details])).toContainEqual(['signed_in', '{"way":"passkey"}'])
  })

  test('is refused from another page, for another name, without its owner, by another browser and with a foreign key', async () => {
    const passkey = await add(ada, asAda)
    const stranger = makePasskey(await begin(ada, asAda), { origin: ORIGIN }).passkey
    const wrong: [string, DevicePasskey, Partial<Claims>][] = [
      ['another page', passkey, { origin: 'https://books.example.evil.example' }],
      ['plain http', passkey, { origin: 'http://books.example' }],
      ['another port', passkey, { origin: 'https://books.example:8443' }],
      ['another name', passkey, { rpId: 'evil.example' }],
      ['nobody verified', passkey, { userVerified: false }],
      ['another challenge', passkey, { challenge: Buffer.alloc(32).toString('base64url') }],
      ['another user', passkey, { userHandle: Buffer.from('somebody').toString('base64url') }],
      ['unknown', stranger, {}],
      ['foreign key', { ...passkey, privateKey: stranger.privateKey }, {}],
    ]
    for (const [what, device, claims] of wrong) {
      gated.clock.ms += 60_000
      expect([what, ...(await statusAndMessage(await signIn(device, claims)))]).toEqual([what, ...REFUSED])
    }
    const { asked } = await openPage()
    const other = await openPage()
    const body = { ticket: asked.ticket, response: answerWith(passkey, asked, { origin: ORIGIN }) }
    expect(await statusAndMessage(await post(SIGN_IN, body, other.browser))).toEqual(REFUSED)
    expect(await statusAndMessage(await post(SIGN_IN, body))).toEqual(REFUSED)
    expect((await post(SIGN_IN, { ...body, ticket: 'x.y' })).status).toBe(401)
    expect((await post(SIGN_IN, { ticket: asked.ticket })).status).toBe(422)
    expect((await signIn(passkey)).status).toBe(200)
  })

  test('answers a challenge once, in time, and in several tabs at once', async () => {
    const passkey = await add(ada, asAda)
    const { asked, browser } = await openPage()
    const tab = await openPage(browser)
    expect(tab.browser).toEqual(browser)
    const body = { ticket: asked.ticket, response: answerWith(passkey, asked, { origin: ORIGIN }) }
    const raced = await Promise.all([1, 2, 3].map(() => post(SIGN_IN, body, browser)))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await post(SIGN_IN, body, browser)).status).toBe(401)
    const inTab = { ticket: tab.asked.ticket, response: answerWith(passkey, tab.asked, { origin: ORIGIN }) }
    expect((await post(SIGN_IN, inTab, browser)).status).toBe(200)

    const late = await openPage()
    gated.clock.ms += 10 * 60_000
    const tooLate = { ticket: late.asked.ticket, response: answerWith(passkey, late.asked, { origin: ORIGIN }) }
    expect((await post(SIGN_IN, tooLate, late.browser)).status).toBe(401)
    expect(await database.connection.write(tx => pruneChallenges(tx, gated.clock.ms, 100))).toBeGreaterThanOrEqual(2)
  })

  test('whose counter does not grow is a copy, and refused', async () => {
    const passkey = await add(ada, asAda)
    passkey.counter = 7
    const copy = { ...passkey }
    expect((await signIn(passkey)).status).toBe(200)
    expect((await signIn(passkey)).status).toBe(200)
    expect(await statusAndMessage(await signIn(copy))).toEqual(REFUSED)
    expect(await statusAndMessage(await signIn(copy))).toEqual(REFUSED)
    expect((await signIn(passkey)).status).toBe(200)
  })

  test('of a deactivated account is refused', async () => {
    const cid = await addUser(database.connection, 'Cid')
    const passkey = await add(cid, await bearer(gated, cid))
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ is_active: false }).where('pk', '=', cid.pk).execute(),
    )
    expect(await statusAndMessage(await signIn(passkey))).toEqual(REFUSED)
  })

  test('is registered once, by the session that requested it, and by no API key', async () => {
    const asked = await begin(ada, asAda)
    const { response } = makePasskey(asked, { origin: ORIGIN })
    const body = { ticket: asked.ticket, name: 'Tablet', response }
    expect((await post(OWN, body, await bearer(gated, ada))).status).toBe(400)
    expect((await post(OWN, body, asAda)).status).toBe(201)
    expect((await post(OWN, body, asAda)).status).toBe(400)
    const again = await begin(ada, asAda)
    const elsewhere = makePasskey(again, { origin: 'https://evil.example' })
    expect((await post(OWN, { ...body, ticket: again.ticket, response: elsewhere.response }, asAda)).status).toBe(400)
    const unseen = makePasskey(again, { origin: ORIGIN, userVerified: false })
    expect((await post(OWN, { ...body, ticket: again.ticket, response: unseen.response }, asAda)).status).toBe(400)
    const made = await post('/api/v1/api-keys', { name: 'k' }, asAda)
    const key = { 'X-API-Key': (await bodyOf<{ key: string }>(made)).key }
    expect((await gated.ask('GET', OWN, { headers: key })).status).toBe(403)
    expect((await post(`${OWN}/options`, { password: ada.password }, key)).status).toBe(403)
    expect((await gated.ask('GET', OWN)).status).toBe(401)
  })

  test('belongs to the public address, or this machine', async () => {
    const ask = async (origin: string) => (await post(`${SIGN_IN}/options`, {}, { Origin: origin })).status
    expect(await ask('https://other.example')).toBe(409)
    expect(await ask('http://books.example')).toBe(409)
    expect(await ask('http://localhost:8080')).toBe(200)
    expect(await ask('null')).toBe(409)
  })

  test('replaces a code, and the app', async () => {
    const dan = await addUser(database.connection, 'Dan')
    const asDan = await bearer(gated, dan)
    const SECOND = '/api/v1/user/second-factor'
    const turnOn = () => post(`${SECOND}/passkeys`, { password: dan.password }, asDan)
    expect(await statusAndMessage(await turnOn())).toEqual([409, 'There is no passkey yet'])
    const passkey = await add(dan, asDan)
    const on = await turnOn()
    expect(on.status).toBe(200)
    const [act] = await database.connection.reader.query
      .selectFrom('audit_log')
      .select(['action', 'subject_name'])
      // Sign-ins that failed before this are recorded in the background.
      .where('action', '<>', 'sign_in_failed')
      .orderBy('pk', 'desc')
      .execute()
    expect(act).toEqual({ action: 'second_factor_changed', subject_name: 'Dan' })
    const { recoveryCodes } = await bodyOf<RecoveryCodesDto>(on)
    const state = await bodyOf<SecondFactorDto>(await gated.ask('GET', SECOND, { headers: asDan }))
    expect(state).toEqual({ totp: false, passkeys: true, recoveryCodesLeft: 10, hasPassword: true })

    const password = { username: 'Dan', password: dan.password }
    const logIn = (more: object = {}) => post('/api/v1/auth/login', { ...password, ...more })
    const asking = async () => {
      const { details } = await bodyOf<{ details: { secondFactor: true; passkey: PasskeyOptions } }>(await logIn())
      expect(details.passkey.options.allowCredentials).toMatchObject([{ id: passkey.id }])
      return details.passkey
    }
    const asked = await asking()
    const right = { ticket: asked.ticket, response: answerWith(passkey, asked, { origin: ORIGIN }) }
    expect((await logIn({ passkey: right })).status).toBe(200)
    expect(await statusAndMessage(await logIn({ passkey: right }))).toEqual([401, 'The passkey was not accepted'])
    const others = await add(ada, asAda)
    const again = await asking()
    const foreign = { ticket: again.ticket, response: answerWith(others, again, { origin: ORIGIN }) }
    expect((await logIn({ passkey: foreign })).status).toBe(401)
    // A second factor does not replace the password.
    expect((await post(SIGN_IN, { ticket: again.ticket, response: right.response })).status).toBe(401)
    expect((await logIn({ code: recoveryCodes[0] })).status).toBe(200)
    expect((await signIn(passkey)).status).toBe(200)

    const [only] = await bodyOf<PasskeyDto[]>(await gated.ask('GET', OWN, { headers: asDan }))
    const removed = await post(`${OWN}/${only?.id}/remove`, { password: dan.password }, asDan)
    expect(removed.status).toBe(409)
    const boss = await bearer(gated, await addUser(database.connection, 'boss', { role: 'admin' }))
    expect((await gated.ask('DELETE', `/api/v1/users/${dan.id}/second-factor`, { headers: boss })).status).toBe(204)
    expect((await logIn()).status).toBe(200)
    expect((await signIn(passkey)).status).toBe(401)
  })

  test('is one of twenty at most, also when two are added at once', async () => {
    const fay = await addUser(database.connection, 'Fay')
    const asFay = await bearer(gated, fay)
    await add(fay, asFay)
    const [one] = await passkeysOf(database.connection.reader, fay.pk)
    await database.connection.write(async tx => {
      for (let number = 2; number < 20 && one; number++) {
        await insertPasskey(tx, { ...one, credentialId: Buffer.from(`credential ${number}`).toString('base64url') }, 1)
      }
    })
    const asked = [await begin(fay, asFay), await begin(fay, asFay)]
    const made = asked.map(one => ({
      ticket: one.ticket,
      name: 'Tab',
      response: makePasskey(one, { origin: ORIGIN }).response,
    }))
    const answers = await Promise.all(made.map(body => post(OWN, body, asFay)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const full = await post(`${OWN}/options`, { password: fay.password }, asFay)
    expect([full.status, (await bodyOf<ErrorResponse>(full)).details]).toEqual([
      409,
      { reason: 'passkeys_full', max: 20 },
    ])
  })

  test('is guessed no faster than a password, and its owner not locked out', async () => {
    const passkey = await add(ada, asAda)
    const { asked, browser } = await openPage()
    const body = { ticket: asked.ticket, response: answerWith(passkey, asked, { origin: 'https://evil.example' }) }
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) statuses.push((await post(SIGN_IN, body, browser, '203.0.113.5')).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    expect((await signIn(passkey)).status).toBe(200)
  })
})
