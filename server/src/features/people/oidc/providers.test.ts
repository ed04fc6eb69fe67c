import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { IdentityDto } from '@octavo/contract/identity'
import type { IdentityProviderDto, IdentityProviderTest } from '@octavo/contract/identity-provider'
import type { OidcLoginResponse } from '@octavo/contract/oidc'
import { freePort } from '../../../../../tests/kit/free-port'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp, SECRET } from '../../../../../tests/kit/gated-app'
import {
  CLIENT,
  type IdentityProvider,
  openIdentityProvider,
  walkThrough,
} from '../../../../../tests/kit/identity-provider'
import { loadConfig } from '../../../config'
import { forEachDatabase } from '../../../db/testing'
import { createSeal } from '../../../kernel/seal'
import { createLiveSettings } from '../../../platform/settings'
import { createProviders } from './providers'

setDefaultTimeout(60_000)

const ADMIN = '/api/v1/admin/identity-providers'
const OWN = '/api/v1/user/identities'
const LOGIN = '/api/v1/auth/oidc/home/login'
const CALLBACK = 'http://localhost:8080/api/v1/auth/oidc/home/callback'

let home: IdentityProvider
beforeAll(async () => {
  home = await openIdentityProvider([CALLBACK])
})
afterAll(() => home?.close())

forEachDatabase('identity providers', database => {
  let gated: GatedApp
  let admin: { Authorization: string }
  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    admin = await bearer(gated, await addUser(database.connection, 'boss', { role: 'admin' }))
  })

  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = admin) =>
    gated.ask(method, path, { headers, ...(body !== undefined && { body }) })
  const wrongs = async (answer: Response) => [answer.status, (await bodyOf<ErrorResponse>(answer)).message]
  const values = () => ({
    ...{ name: 'home', displayName: 'Home', issuerUrl: home.issuer },
    ...{ clientId: CLIENT.id, clientSecret: CLIENT.secret },
  })
  const logsHold = async (word: string) =>
    JSON.stringify(await database.connection.reader.query.selectFrom('audit_log').selectAll().execute()).includes(word)

  test('are added, changed, tried out and removed by administrators, and their secret is never shown', async () => {
    const made = await ask('POST', ADMIN, values())
    expect(made.status).toBe(201)
    const provider = await bodyOf<IdentityProviderDto>(made)
    expect(provider).toMatchObject({
      ...{ name: 'home', hasSecret: true, origin: 'app', enabled: true, redirectUrl: CALLBACK, roleMapping: {} },
      ...{ scopes: ['openid', 'profile', 'email'], groupsClaim: 'groups', usernameClaim: 'preferred_username' },
    })
    expect((await ask('POST', ADMIN, values())).status).toBe(409)
    const tried = async () => bodyOf<IdentityProviderTest>(await ask('POST', `${ADMIN}/home/test`))
    expect(await tried()).toEqual({
      reachable: true,
      accepted: true,
      problem: null,
      reason: null,
      redirectUrl: CALLBACK,
    })

    const change = async (body: object) => (await ask('PATCH', `${ADMIN}/home`, body)).status
    expect(await change({ clientSecret: 'not the one' })).toBe(200)
    expect(await tried()).toMatchObject({
      reachable: true,
      accepted: false,
      problem: expect.stringContaining('secret'),
      reason: 'provider_client',
    })
    expect(await change({ clientSecret: CLIENT.secret, displayName: 'At home' })).toBe(200)
    expect(await tried()).toMatchObject({ accepted: true })
    const listed = await (await ask('GET', ADMIN)).text()
    expect(listed).toContain('At home')
    expect(listed).not.toContain(CLIENT.secret)
    const rows = await database.connection.reader.query.selectFrom('identity_providers').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(CLIENT.secret)
    expect(await logsHold(CLIENT.secret)).toBe(false)

    for (const wrong of [
      { ...values(), name: 'Home' },
      { ...values(), name: '../x' },
      { ...values(), name: 'b', issuerUrl: 'javascript:alert(1)' },
      { ...values(), name: 'b', issuerUrl: 'https://user:pass@auth.example' },
      { ...values(), name: 'b', clientId: ' ' },
      { ...values(), name: 'b', roleMapping: { owner: ['x'] } },
    ]) {
      expect([400, 422]).toContain((await ask('POST', ADMIN, wrong)).status)
    }
    const reader = await bearer(gated, await addUser(database.connection, 'ron'))
    for (const [method, path] of [
      ['GET', ADMIN],
      ['POST', ADMIN],
      ['PATCH', `${ADMIN}/home`],
      ['DELETE', `${ADMIN}/home`],
      ['POST', `${ADMIN}/home/test`],
    ] as const) {
      expect([method, (await ask(method, path, method === 'GET' ? undefined : values(), reader)).status]).toEqual([
        method,
        403,
      ])
    }
    expect((await ask('PATCH', `${ADMIN}/none`, {})).status).toBe(404)
    expect((await ask('DELETE', `${ADMIN}/none`)).status).toBe(404)
    expect((await ask('POST', `${ADMIN}/none/test`)).status).toBe(404)
  })

  test('one that does not answer is said, and passwords still work', async () => {
    const user = await addUser(database.connection, 'paul')
    const away = { ...values(), name: 'away', displayName: 'Away', issuerUrl: `http://127.0.0.1:${await freePort()}` }
    expect((await ask('POST', ADMIN, away)).status).toBe(201)
    expect(await wrongs(await ask('POST', '/api/v1/auth/oidc/away/login', {}, {}))).toEqual([
      503,
      'Away cannot be reached. Try again in a moment.',
    ])
    expect(await bodyOf<IdentityProviderTest>(await ask('POST', `${ADMIN}/away/test`))).toMatchObject({
      reachable: false,
      accepted: null,
      reason: 'oidc_unreachable',
    })
    const login = { username: user.username, password: user.password }
    expect((await ask('POST', '/api/v1/auth/login', login, {})).status).toBe(200)
    expect((await ask('POST', LOGIN, {}, {})).status).toBe(200)
    expect((await ask('DELETE', `${ADMIN}/away`)).status).toBe(204)
    expect((await ask('POST', '/api/v1/auth/oidc/away/login', {}, {})).status).toBe(400)
  })

  test('are offered only while they are switched on', async () => {
    const offered = async () => (await gated.ask('GET', '/api/v1/auth/oidc/providers')).json()
    await ask('PATCH', `${ADMIN}/home`, { enabled: false })
    expect(await offered()).toEqual({ enabled: false, providers: [] })
    expect((await ask('POST', LOGIN, {}, {})).status).toBe(400)
    await ask('PATCH', `${ADMIN}/home`, { enabled: true })
    await gated.settings.change({ 'auth.oidc.enabled': false }, null)
    expect(await offered()).toEqual({ enabled: false, providers: [] })
    await gated.settings.change({ 'auth.oidc.enabled': true }, null)
    expect(await offered()).toMatchObject({ enabled: true })
  })

  test('an account there is linked with the password while signed in, and unlinked again', async () => {
    const user = await addUser(database.connection, 'una')
    const login = await gated.ask('POST', '/api/v1/auth/login', {
      body: { username: user.username, password: user.password },
    })
    const session = /auth_token=[^;]+/.exec(login.headers.get('set-cookie') ?? '')?.[0] ?? ''
    const headers = { cookie: session }
    home.signsIn = { sub: 'una-there', email: 'una@elsewhere.example', email_verified: false }
    const begin = (body: object) => ask('POST', `${OWN}/home/link`, body, headers)
    expect(await wrongs(await begin({ password: 'wrong' }))).toEqual([400, 'The current password is wrong'])

    async function link(who: string) {
      const begun = await begin({ password: user.password })
      expect(begun.status).toBe(200)
      const { redirectUrl } = await bodyOf<OidcLoginResponse>(begun)
      const url = await walkThrough(home, redirectUrl)
      const cookie = `${begun.headers.get('set-cookie')?.split(';')[0]}${who && `; ${who}`}`
      return (await gated.ask('GET', url.pathname + url.search, { headers: { cookie } })).headers.get('location')
    }
    const mine = async () => bodyOf<IdentityDto[]>(await ask('GET', OWN, undefined, headers))
    // The browser that returns has to be the one that started.
    const stranger = await gated.ask('POST', '/api/v1/auth/login', {
      body: { username: 'boss', password: 'boss-Passw0rd!' },
    })
    const strangers = /auth_token=[^;]+/.exec(stranger.headers.get('set-cookie') ?? '')?.[0] ?? ''
    expect(await link('')).toBe('/profile?problem=signed_out')
    expect(await link(strangers)).toBe('/profile?problem=signed_out')
    expect(await mine()).toEqual([])

    expect(await link(session)).toBe('/profile')
    expect(await link(session)).toBe('/profile')
    const [linked] = await mine()
    expect(linked).toMatchObject({ provider: 'home', providerName: 'At home', label: 'una@elsewhere.example' })
    const begun = await ask('POST', LOGIN, {}, {})
    const url = await walkThrough(home, (await bodyOf<OidcLoginResponse>(begun)).redirectUrl)
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const inside = await gated.ask('GET', url.pathname + url.search, { headers: { cookie } })
    const byProvider = /auth_token=[^;]+/.exec(inside.headers.getSetCookie().join())?.[0] ?? ''
    expect(await (await ask('GET', '/api/v1/auth/me', undefined, { cookie: byProvider })).json()).toMatchObject({
      id: user.id,
    })

    const other = await bearer(gated, await addUser(database.connection, 'vera'))
    const strangersTry = { password: 'vera-Passw0rd!' }
    expect((await ask('DELETE', `${OWN}/${linked?.id}`, strangersTry, other)).status).toBe(404)
    for (const wrong of [undefined, { password: 'wrong' }]) {
      expect((await ask('DELETE', `${OWN}/${linked?.id}`, wrong, headers)).status).toBe(400)
    }
    const { password_hash: hash } = await database.connection.reader.query
      .selectFrom('users')
      .select('password_hash')
      .where('pk', '=', user.pk)
      .executeTakeFirstOrThrow()
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ password_hash: '' }).where('pk', '=', user.pk).execute(),
    )
    expect(await wrongs(await ask('DELETE', `${OWN}/${linked?.id}`, undefined, headers))).toEqual([
      409,
      'This account is your only way to sign in. Set a password first.',
    ])
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ password_hash: hash }).where('pk', '=', user.pk).execute(),
    )
    expect((await ask('DELETE', `${OWN}/${linked?.id}`, { password: user.password }, headers)).status).toBe(204)
    expect(await mine()).toEqual([])
    expect(await logsHold('identity_unlinked')).toBe(true)
  })

  test('an account that is linked to somebody is not linked to another, and an API key links none', async () => {
    const { connection } = database
    const [una, vera] = await Promise.all(
      ['una', 'vera'].map(name =>
        connection.reader.query
          .selectFrom('users')
          .select(['pk', 'id', 'username'])
          .where('username', '=', name)
          .executeTakeFirstOrThrow(),
      ),
    )
    if (!una || !vera) throw new Error('They are made above')
    home.signsIn = { sub: 'shared', email: 'shared@example.org', email_verified: true }
    await connection.write(tx =>
      tx.query
        .insertInto('identities')
        .values({
          ...{ id: crypto.randomUUID(), user_pk: una.pk, provider: 'home', issuer: home.issuer, subject: 'shared' },
          ...{ label: null, created_at: 1, last_used_at: null },
        })
        .execute(),
    )
    const password = 'vera-Passw0rd!'
    const login = await gated.ask('POST', '/api/v1/auth/login', { body: { username: 'vera', password } })
    const session = /auth_token=[^;]+/.exec(login.headers.get('set-cookie') ?? '')?.[0] ?? ''
    const begun = await ask('POST', `${OWN}/home/link`, { password }, { cookie: session })
    const url = await walkThrough(home, (await bodyOf<OidcLoginResponse>(begun)).redirectUrl)
    const cookie = `${begun.headers.get('set-cookie')?.split(';')[0]}; ${session}`
    const back = await gated.ask('GET', url.pathname + url.search, { headers: { cookie } })
    expect(back.headers.get('location')).toBe('/profile?problem=linked_elsewhere')
    const { key } = await bodyOf<{ key: string }>(
      await ask('POST', '/api/v1/api-keys', { name: 'k' }, { cookie: session }),
    )
    expect((await ask('POST', `${OWN}/home/link`, { password }, { 'X-API-Key': key })).status).toBe(403)
    expect((await ask('GET', OWN, undefined, {})).status).toBe(401)
  })

  test('of the environment come first, with their secret from a separate variable', async () => {
    const given = {
      home: { display_name: 'From outside', issuer_url: home.issuer, client_id: 'x', client_secret_env: 'HOME_SECRET' },
      second: { issuer_url: 'https://auth.example.org', client_id: 'y', scopes: 'openid groups' },
    }
    const environment = {
      ...{ OCTAVO_AUTH_OIDC_PROVIDERS: JSON.stringify(given), HOME_SECRET: 'from a variable' },
      ...{ OCTAVO_AUTH_OIDC_DEFAULT_ROLE: 'maintainer' },
    }
    const loaded = loadConfig({ environment, cwd: '/' })
    const { reader, write } = database.connection
    const settings = createLiveSettings({ reader, write, now: () => gated.clock.ms, given: loaded })
    const providers = createProviders({ reader, settings, seal: createSeal(SECRET, 'oidc') })
    expect((await providers.all()).map(one => [one.name, one.displayName, one.clientSecret, one.origin])).toEqual([
      ['home', 'From outside', 'from a variable', 'server'],
      ['second', 'second', null, 'server'],
    ])
    expect((await providers.all())[1]?.scopes).toEqual(['openid', 'groups'])
    const { HOME_SECRET: _, ...without } = environment
    expect(() => loadConfig({ environment: without, cwd: '/' })).toThrow('names HOME_SECRET, which is not set')
    for (const wrong of [
      '{',
      '[]',
      '{"A":{"issuer_url":"https://a.example","client_id":"x"}}',
      '{"a":{"client_id":"x"}}',
    ]) {
      expect(() => loadConfig({ environment: { OCTAVO_AUTH_OIDC_PROVIDERS: wrong }, cwd: '/' })).toThrow(
        'not shown here',
      )
    }
  })

  test('one network cannot begin sign-ins without end', async () => {
    const from = { address: '203.0.113.77', local: false }
    const ask = async () => (await gated.ask('POST', LOGIN, { peer: from })).status
    const statuses: number[] = []
    for (let time = 0; time < 42; time++) statuses.push(await ask())
    expect(statuses).toEqual([...Array(40).fill(200), 429, 429])
    gated.clock.ms += 2_000
    expect(await ask()).toBe(200)
  })
})
