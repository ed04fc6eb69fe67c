import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { OidcProvidersResponse } from '@octavo/contract/oidc'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import {
  CLIENT,
  type Human,
  type IdentityProvider,
  NOBODY,
  openIdentityProvider,
  walkThrough,
} from '../../../../../tests/kit/identity-provider'
import { createWayIn, HERE, OIDC_PATH as PATH, placeOf, sessionOf } from '../../../../../tests/kit/way-in'
import { forEachDatabase } from '../../../db/testing'

setDefaultTimeout(60_000)

const APP = 'octavoreader://auth'

let home: IdentityProvider
let other: IdentityProvider
beforeAll(async () => {
  home = await openIdentityProvider([`${HERE}${PATH}/home/callback`])
  other = await openIdentityProvider([`${HERE}${PATH}/other/callback`])
})
afterEach(() => {
  Object.assign(home, { signsIn: null, lie: null, forges: false })
})
afterAll(async () => {
  await Promise.all([home?.close(), other?.close()])
})

const human = (sub: string, more: Record<string, unknown> = {}): Human => ({
  ...{ sub, preferred_username: sub, email: `${sub}@example.org`, email_verified: true },
  ...more,
})

forEachDatabase('signing in by an identity provider', database => {
  let gated: GatedApp
  let admin: { Authorization: string }

  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    admin = await bearer(gated, await addUser(database.connection, 'boss', { role: 'admin' }))
    const scopes = ['openid', 'profile', 'email', 'groups']
    for (const [name, displayName, { issuer }] of [
      ['home', 'Home', home],
      ['other', 'Other', other],
    ] as const) {
      const made = await gated.ask('POST', '/api/v1/admin/identity-providers', {
        headers: admin,
        body: { name, displayName, issuerUrl: issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, scopes },
      })
      expect(made.status).toBe(201)
      expect(await made.text()).not.toContain(CLIENT.secret)
    }
    await gated.settings.change({ 'auth.oidc.auto_create_users': true }, null)
  })

  const { peer, begin, begun, back, wayOf, meBy } = createWayIn(
    () => gated,
    () => ({ home, other }),
  )
  const identitiesIn = () => database.connection.reader.query.selectFrom('identities').selectAll().execute()

  test('creates an account for a new person and recognizes them later, without a token in any address', async () => {
    const listed = await bodyOf<OidcProvidersResponse>(await gated.ask('GET', `${PATH}/providers`))
    expect(listed).toEqual({
      enabled: true,
      providers: [
        { name: 'home', displayName: 'Home', loginUrl: `${PATH}/home/login` },
        { name: 'other', displayName: 'Other', loginUrl: `${PATH}/other/login` },
      ],
    })
    home.signsIn = human('ada', { preferred_username: 'Ada Löwe!' })
    const { redirectUrl, set, cookie } = await begun('home', { next: '/series/1?sort=x' })
    expect(set).toContain('HttpOnly; SameSite=Lax')
    const asked = new URL(redirectUrl).searchParams
    expect([asked.get('code_challenge_method'), asked.get('response_type'), asked.get('scope')]).toEqual([
      'S256',
      'code',
      'openid profile email groups',
    ])
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
    const url = await walkThrough(home, redirectUrl)
    expect(url.searchParams.get('iss')).toBe(home.issuer)
    const first = await back(url, cookie)
    expect(placeOf(first)).toEqual([303, '/signed-in?next=%2Fseries%2F1%3Fsort%3Dx'])
    const me = await meBy(first)
    expect(me).toMatchObject({ username: 'ada_lowe', email: 'ada@example.org', role: 'reader', emailVerified: true })

    const again = await wayOf(human('ada', { email: 'new@example.org' }))
    expect(placeOf(again.answer)).toEqual([303, '/signed-in'])
    expect(await meBy(again.answer)).toMatchObject({ id: me.id, email: 'ada@example.org' })
    const sessions = await gated.ask('GET', '/api/v1/user/sessions', { headers: { cookie: sessionOf(again.answer) } })
    expect((await bodyOf<{ way: string }[]>(sessions)).map(({ way }) => way)).toContain('oidc')
    const acts = await database.connection.reader.query
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject_id', '=', me.id)
      .orderBy('pk')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['user_registered', 'signed_in', 'signed_in'])
    expect(acts[1]?.details).toBe('{"way":"oidc"}')
  })

  test('an account without a password cannot sign in with one', async () => {
    await wayOf(human('bare'))
    for (const password of ['', ' ', 'x']) {
      const answer = await gated.ask('POST', '/api/v1/auth/login', {
        body: { username: 'bare', password },
        peer: peer(),
      })
      expect([password, answer.status]).toEqual([password, 401])
    }
  })

  test('a state is good once, for five minutes, in its browser, at its provider', async () => {
    const refused = [303, '/sign-in?problem=expired']
    const { url, cookie, answer } = await wayOf(human('bea'))
    expect(answer.headers.get('location')).toBe('/signed-in')
    const given = home.tokensGiven
    expect(placeOf(await back(url, cookie))).toEqual(refused)

    home.signsIn = human('bea')
    const fresh = async () => {
      const { redirectUrl, cookie } = await begun('home')
      return { url: await walkThrough(home, redirectUrl), cookie }
    }
    const stolen = await fresh()
    const { cookie: strange } = await begun('home')
    expect(placeOf(await back(stolen.url, strange))).toEqual(refused)
    const bare = await fresh()
    expect(placeOf(await back(bare.url, ''))).toEqual(refused)
    const wrong = await fresh()
    wrong.url.searchParams.set('state', 'A'.repeat(43))
    expect(placeOf(await back(wrong.url, wrong.cookie))).toEqual(refused)
    const none = await fresh()
    none.url.searchParams.delete('state')
    expect(placeOf(await back(none.url, none.cookie))).toEqual(refused)
    const mixed = await fresh()
    mixed.url.pathname = `${PATH}/other/callback`
    expect(placeOf(await back(mixed.url, mixed.cookie))).toEqual(refused)
    const late = await fresh()
    gated.clock.ms += 5 * 60_000
    expect(placeOf(await back(late.url, late.cookie))).toEqual(refused)
    expect(home.tokensGiven).toBe(given)
  })

  test('a code that was used before, or at another provider, is refused', async () => {
    const { url } = await wayOf(human('cid'))
    home.signsIn = human('cid')
    const next = await begun('home')
    const fresh = await walkThrough(home, next.redirectUrl)
    fresh.searchParams.set('code', url.searchParams.get('code') ?? '')
    expect(placeOf(await back(fresh, next.cookie))).toEqual([303, '/sign-in?problem=provider'])

    const third = await begun('home')
    const answered = await walkThrough(home, third.redirectUrl)
    answered.searchParams.set('iss', other.issuer)
    expect(placeOf(await back(answered, third.cookie))).toEqual([303, '/sign-in?problem=provider'])
    const fourth = await begun('home')
    const silent = await walkThrough(home, fourth.redirectUrl)
    silent.searchParams.delete('iss')
    expect(placeOf(await back(silent, fourth.cookie))).toEqual([303, '/sign-in?problem=provider'])
  })

  test('an ID token counts only as the provider signed it, for this client, now, and for this sign-in', async () => {
    const seconds = () => Math.floor(Date.now() / 1000)
    const lies: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
      ['another nonce', claims => ({ ...claims, nonce: 'A'.repeat(43) })],
      ['no nonce', ({ nonce: _, ...claims }) => claims],
      ['another issuer', claims => ({ ...claims, iss: other.issuer })],
      ['another client', claims => ({ ...claims, aud: 'somebody-else' })],
      ['ended', claims => ({ ...claims, iat: seconds() - 900, exp: seconds() - 120 })],
      ['another person than the user info', claims => ({ ...claims, sub: 'boss' })],
    ]
    const before = (await identitiesIn()).length
    for (const [name, lie] of lies) {
      home.lie = lie
      const { answer } = await wayOf(human('dan'))
      expect([name, ...placeOf(answer)]).toEqual([name, 303, '/sign-in?problem=provider'])
      expect(sessionOf(answer)).toBe('')
    }
    home.lie = null
    home.forges = true
    expect(placeOf((await wayOf(human('dan'))).answer)).toEqual([303, '/sign-in?problem=provider'])
    home.forges = false
    expect((await identitiesIn()).length).toBe(before)
    // Clocks of two machines differ by some seconds.
    home.lie = claims => ({ ...claims, iat: seconds() - 60, exp: seconds() - 10 })
    expect(placeOf((await wayOf(human('dan'))).answer)).toEqual([303, '/signed-in'])
  })

  test('only an address that both sides have checked leads to an account that is there', async () => {
    const eve = await addUser(database.connection, 'eve')
    const evil = human('evil', { email: 'EVE@example.org', email_verified: false })
    expect(placeOf((await wayOf(evil)).answer)).toEqual([303, '/sign-in?problem=email_unverified'])
    const word = { ...evil, email_verified: 'false' }
    expect(placeOf((await wayOf(word)).answer)).toEqual([303, '/sign-in?problem=email_unverified'])
    const { answer } = await wayOf(human('eve-there', { email: 'EVE@example.org' }))
    expect(await meBy(answer)).toMatchObject({ id: eve.id, username: 'eve' })

    // An attacker has registered the address of another user in advance.
    const squatter = await addUser(database.connection, 'frank')
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ email_verified: false }).where('pk', '=', squatter.pk).execute(),
    )
    gated.accounts.forgetAll()
    expect(placeOf((await wayOf(human('frank'))).answer)).toEqual([303, '/sign-in?problem=account_unverified'])
    // A name that looks like an address is not one.
    await addUser(database.connection, 'gina@example.org')
    const gina = await meBy((await wayOf(human('gina'))).answer)
    expect([gina.username, gina.email]).toEqual(['gina', 'gina@example.org'])
    expect(placeOf((await wayOf({ sub: 'nameless' })).answer)).toEqual([303, '/sign-in?problem=no_email'])
  })

  test('a name in use gets a number, and concurrent sign-ins create one account', async () => {
    await addUser(database.connection, 'hal')
    expect(await meBy((await wayOf(human('hal-2', { preferred_username: 'hal' }))).answer)).toMatchObject({
      username: 'hal_1',
    })
    home.signsIn = human('ida')
    const ways = await Promise.all([1, 2, 3].map(() => begun('home')))
    const urls = await Promise.all(ways.map(({ redirectUrl }) => walkThrough(home, redirectUrl)))
    const answers = await Promise.all(urls.map((url, index) => back(url, ways[index]?.cookie ?? '')))
    const ids = await Promise.all(answers.map(async answer => (await meBy(answer)).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('deactivated users, people without an account and people who decline are refused with the reason', async () => {
    const me = await meBy((await wayOf(human('jo'))).answer)
    await gated.ask('PATCH', `/api/v1/users/${me.id}`, { headers: admin, body: { isActive: false } })
    expect(placeOf((await wayOf(human('jo'))).answer)).toEqual([303, '/sign-in?problem=inactive'])
    await gated.settings.change({ 'auth.oidc.auto_create_users': false }, null)
    expect(placeOf((await wayOf(human('kim'), { next: '/library' })).answer)).toEqual([
      303,
      '/sign-in?problem=no_account&next=%2Flibrary',
    ])
    await gated.settings.change({ 'auth.oidc.auto_create_users': true }, null)
    expect(placeOf((await wayOf(NOBODY)).answer)).toEqual([303, '/sign-in?problem=refused'])
    const failed = await database.connection.reader.query
      .selectFrom('audit_log')
      .select(['subject_name', 'message'])
      .where('action', '=', 'sign_in_failed')
      .where('details', 'like', '%"way":"oidc"%')
      .orderBy('pk')
      .execute()
    expect(failed).toEqual([
      { subject_name: 'jo', message: 'The account is switched off' },
      { subject_name: 'kim@example.org', message: 'No account has this address, and none is made' },
    ])
  })

  test('role and groups follow the provider at each sign-in; the last administrator stays one', async () => {
    const change = (roleMapping: object, groupsClaim = 'groups') =>
      gated.ask('PATCH', '/api/v1/admin/identity-providers/home', {
        headers: admin,
        body: { roleMapping, groupsClaim },
      })
    const staff = await bodyOf<{ id: string }>(
      await gated.ask('POST', '/api/v1/access-groups', { headers: admin, body: { name: 'Staff' } }),
    )
    const mapping = { headers: admin, body: { oidcGroupName: 'library-staff' } }
    await gated.ask('POST', `/api/v1/access-groups/${staff.id}/oidc-mappings`, mapping)
    const members = async () => {
      const group = await gated.ask('GET', `/api/v1/access-groups/${staff.id}`, { headers: admin })
      const { members } = await bodyOf<{ members: { username: string; source: string }[] }>(group)
      return members.map(({ username, source }) => `${username} ${source}`)
    }
    expect((await change({ admin: ['chiefs'], maintainer: ['library-staff'] })).status).toBe(200)
    const roleWith = async (groups: unknown, claim = 'groups') =>
      (await meBy((await wayOf(human('lea', { [claim]: groups }))).answer)).role
    expect(await roleWith(['library-staff', 'chiefs'])).toBe('admin')
    expect(await members()).toEqual(['lea oidc'])
    expect(await roleWith(['library-staff'])).toBe('maintainer')
    expect(await roleWith(['Library-Staff'])).toBe('reader')
    expect(await members()).toEqual([])
    expect(await roleWith('library-staff')).toBe('maintainer')
    expect((await change({ maintainer: ['deep'] }, 'realm_access.roles')).status).toBe(200)
    expect(await roleWith({ roles: ['deep'] }, 'realm_access')).toBe('maintainer')
    expect((await change({}, 'groups')).status).toBe(200)
    expect(await roleWith([])).toBe('maintainer')

    await change({ admin: ['chiefs'] })
    const boss = human('boss-there', { email: 'boss@example.org', groups: [] })
    expect((await meBy((await wayOf(boss)).answer)).role).toBe('admin')
    await change({})
  })

  test('an app gets its tokens at an address that is allowed, the browser no cookie', async () => {
    const ask = async (redirectUri: string) => (await begin('home', { redirectUri })).status
    expect(await ask(APP)).toBe(400)
    await gated.settings.change({ 'auth.oidc.allowed_redirect_uris': [APP] }, null)
    expect(await ask(`${APP}/more`)).toBe(400)
    home.signsIn = human('max')
    const { redirectUrl, set } = await begun('home', { redirectUri: APP })
    expect(set).toBeNull()
    const answer = await back(await walkThrough(home, redirectUrl), '')
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null])
    const location = answer.headers.get('location') ?? ''
    expect(location).toStartWith(`${APP}#`)
    const tokens = JSON.parse(Buffer.from(location.slice(APP.length + 1), 'base64url').toString())
    expect(tokens).toMatchObject({
      ...{ tokenType: 'Bearer', expiresIn: 86_400, newAccount: true, provider: 'home', user: { username: 'max' } },
    })
    expect(tokens.refreshToken).toMatch(/^[\w-]{43}$/)
    const headers = { Authorization: `Bearer ${tokens.accessToken}` }
    expect((await gated.ask('GET', '/api/v1/auth/me', { headers })).status).toBe(200)
    const no = await begun('home', { redirectUri: APP })
    home.signsIn = NOBODY
    const refused = await back(await walkThrough(home, no.redirectUrl), '')
    expect(refused.headers.get('location')).toStartWith(`${APP}?error=refused&error_description=`)
    await gated.settings.change({ 'auth.oidc.allowed_redirect_uris': [] }, null)
  })

  test('nowhere else does it lead: of 30 addresses none is followed', async () => {
    const traps = [
      ...['https://evil.example', 'http://evil.example/x', '//evil.example', '///evil.example', '/\\evil.example'],
      ...['\\\\evil.example', '/\t/evil.example', '/\n/evil.example', '\t//evil.example', ' //evil.example'],
      ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'],
      ...['https:evil.example', 'https:/evil.example', 'http:\\\\evil.example', '/\\/evil.example', '/.\\evil.example'],
      ...[`${HERE}.evil.example/`, 'http://localhost:8080@evil.example/', 'evil.example', '@evil.example', ''],
      ...[
        'octavoreader://auth',
        'http://user@localhost/',
        'blob:https://evil.example/x',
        '/ /evil.example',
        '/\u0000/x',
      ],
    ]
    expect(new Set(traps).size).toBe(30)
    for (const trap of traps) {
      const [asNext, asApp] = [await begin('home', { next: trap }), await begin('home', { redirectUri: trap })]
      expect([trap, asNext.status, asApp.status]).toEqual([trap, 400, 400])
    }
    for (const [place, leads] of [
      ['/', '/signed-in'],
      ['/series/1', '/signed-in?next=%2Fseries%2F1'],
      ['/%2F%2Fevil.example', '/signed-in?next=%2F%252F%252Fevil.example'],
    ] as const) {
      expect(placeOf((await wayOf(human('nat'), { next: place })).answer)).toEqual([303, leads])
    }
  })
})
