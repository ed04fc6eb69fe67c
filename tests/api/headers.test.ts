// Headers of every answer, the session cookie, and cross-site requests.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { ROUTES } from '@octavo/contract/routes'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { allBooks, firstScans, JSON_HEADERS, refusal } from './catalogue'
import { addressOf } from './contract-paths'

setDefaultTimeout(60_000)

/** As set by a trusted proxy. */
const BY_HTTPS = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }

/** Writes of the server itself: heartbeats, last use, progress of work. */
const BESIDES = new Set(['processes', 'sessions', 'task_counts', 'task_log', 'task_metrics', 'task_runs', 'tasks'])

/** Every row of every table, in one number a table. */
async function contents(octavo: Octavo): Promise<Record<string, string>> {
  const database = new Database(join(octavo.dataDir, 'octavo.db'), { readonly: true })
  const names = database
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => name)
    .filter(name => !BESIDES.has(name))
  const rows = names.map(name => [name, database.query(`select * from "${name}"`).values()] as const)
  database.close()
  return Object.fromEntries(
    rows.map(([name, values]) => [
      name,
      `${values.length} ${Bun.hash(JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value)))}`,
    ]),
  )
}

describe('headers', () => {
  const folder = temporaryFolder('headers')
  let octavo: Octavo
  let admin: Client
  let ids: Record<string, string>
  const logIn = (headers: Record<string, string> = {}) =>
    octavo.anonymous.fetch('/api/v1/auth/login', {
      method: 'POST',
      headers: { ...JSON_HEADERS, ...headers },
      body: JSON.stringify({ username: ADMIN.username, password: ADMIN.password }),
    })

  beforeAll(async () => {
    writeLibrary(folder.path, { 'Tide/Tide 01.cbz': await comic({ pages: 2 }) })
    octavo = await startOctavo({
      database: 'sqlite',
      libraries: [folder.path],
      env: { OCTAVO_API_DOCS_ENABLED: 'true', OCTAVO_TRUSTED_PROXIES: '127.0.0.1' },
    })
    admin = await octavo.signInAsAdmin()
    await firstScans(admin)
    const [book] = await allBooks(admin)
    ids = { book_id: book?.id ?? '', series_id: book?.seriesId ?? '', library_id: book?.libraryId ?? '' }
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('of security are on every answer of every route, errors too', async () => {
    const addresses = ROUTES.filter(route => route.method === 'get').map(route => addressOf(route, ids))
    const others = [
      '/',
      '/series/x',
      '/assets/none.js',
      '/api/v1/nowhere',
      '/api/docs',
      '/opds',
      '/health',
      '/nowhere.css',
    ]
    let answers = 0
    for (const path of [...addresses, ...others]) {
      for (const who of [admin, octavo.anonymous]) {
        const { headers } = await who.fetch(path)
        answers++
        const found = {
          nosniff: headers.get('x-content-type-options'),
          referrer: headers.get('referrer-policy'),
          opener: headers.get('cross-origin-opener-policy'),
          frames: /frame-ancestors [^;]+/.exec(headers.get('content-security-policy') ?? '')?.[0],
        }
        const frames = path.startsWith('/epub/') ? found.frames : "frame-ancestors 'none'"
        expect([path, found]).toEqual([
          path,
          { nosniff: 'nosniff', referrer: 'same-origin', opener: 'same-origin', frames },
        ])
        expect(headers.get('server')).toBeNull()
        expect(headers.get('x-powered-by')).toBeNull()
      }
    }
    console.log(`A10: ${answers} answers of ${addresses.length} routes and ${others.length} other addresses`)
  })

  test('enforce HTTPS for browsers that used it, on every route, with and without a session', async () => {
    let counted = 0
    for (const route of ROUTES) {
      const path = addressOf(route, ids)
      for (const [headers, strict] of [
        [BY_HTTPS, 'max-age=31536000'],
        [{}, null],
      ] as const) {
        // Nobody is signed in, and what is sent is no body of any: nothing is changed.
        const answer = await octavo.anonymous.fetch(path, { method: route.method.toUpperCase(), headers })
        expect([route.id, answer.headers.get('strict-transport-security')]).toEqual([route.id, strict])
        expect([route.id, answer.headers.get('x-content-type-options')]).toEqual([route.id, 'nosniff'])
        for (const cookie of answer.headers.getSetCookie()) {
          expect(cookie).toMatch(/; HttpOnly/)
          expect(cookie).toMatch(/; SameSite=(Lax|Strict)/)
          expect(cookie.includes('; Secure')).toBe(strict !== null)
        }
        counted++
      }
    }
    expect(counted).toBe(2 * ROUTES.length)
  })

  test('plain HTTP from the internet is refused with words, and not where it is home or HTTPS', async () => {
    const from = (address: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...more })
    const ask = async (path: string, headers: Record<string, string>) =>
      refusal(await octavo.anonymous.fetch(path, { headers }))
    expect(await ask('/api/v1/setup/status', from('203.0.113.7'))).toBe('403 Forbidden')
    expect(await ask('/opds/v1/catalog', from('203.0.113.7'))).toBe('403 Forbidden')
    const words = await octavo.anonymous.fetch('/api/v1/info', { headers: from('203.0.113.7') })
    expect(((await words.json()) as { message: string }).message).toContain('requires HTTPS')
    for (const headers of [from('192.168.7.7'), BY_HTTPS, {}]) {
      expect((await octavo.anonymous.fetch('/api/v1/setup/status', { headers })).status).toBe(200)
    }
    expect((await octavo.anonymous.fetch('/health', { headers: from('203.0.113.7') })).status).toBe(200)
  })

  test('let no page of a script from elsewhere into the web app', async () => {
    const policy = (await octavo.anonymous.fetch('/')).headers.get('content-security-policy') ?? ''
    if (!policy.includes('script-src')) expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|\*|https?:)/)
  })

  test('name the person whose answer it is to browsers, and to nothing else', async () => {
    const { username, password } = ADMIN
    const signedIn = await octavo.anonymous.fetch('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const { user, accessToken } = (await signedIn.json()) as { user: { id: string }; accessToken: string }
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const named = async (headers: Record<string, string>, path = '/api/v1/books') =>
      (await octavo.anonymous.fetch(path, { headers })).headers.get('x-octavo-user')
    expect(await named({ cookie })).toBe(user.id)
    expect(await named({ cookie }, `/api/v1/books/${ids.book_id}/thumbnail`)).toBe(user.id)
    expect(await named({ authorization: `Bearer ${accessToken}` })).toBeNull()
    expect(await named({})).toBeNull()
  })

  test('keep every JSON answer of every route out of shared caches, errors too', async () => {
    const wrong: string[] = []
    let answers = 0
    for (const route of ROUTES) {
      const isStream = route.payload.kind === 'bytes' && route.payload.mediaTypes.includes('text/event-stream')
      if (isStream) continue
      for (const who of [admin, octavo.anonymous]) {
        // Without a body and a session nothing else than a question changes anything.
        if (route.method !== 'get' && who === admin) continue
        const { headers, status } = await who.fetch(addressOf(route, ids), { method: route.method.toUpperCase() })
        if (!/json/.test(headers.get('content-type') ?? '')) continue
        answers++
        const caching = headers.get('cache-control') ?? ''
        if (!/no-store|private/.test(caching)) wrong.push(`${status} ${route.method} ${route.path}: ${caching}`)
      }
    }
    expect(wrong).toEqual([])
    expect(answers).toBeGreaterThan(ROUTES.length)
  })

  test('keep private answers out of shared caches', async () => {
    const lists = [
      '/api/v1/books',
      '/api/v1/series',
      `/api/v1/books/${ids.book_id}`,
      `/api/v1/books/${ids.book_id}/pages/1`,
    ]
    const files = [`/api/v1/books/${ids.book_id}/thumbnail`, `/api/v1/books/${ids.book_id}/file`, '/opds/v1/catalog']
    for (const path of [...lists, ...files]) {
      expect([path, (await admin.fetch(path)).headers.get('cache-control')]).toEqual([
        path,
        expect.stringMatching(/^private\b/),
      ])
    }
    expect((await logIn()).headers.get('cache-control')).toBe('no-store')
  })

  test('set a cookie that no script reads and no other site sends', async () => {
    const answer = await logIn()
    const { accessToken } = (await answer.json()) as { accessToken: string }
    const cookie = answer.headers.get('set-cookie') ?? ''
    const parts = cookie.split('; ')
    expect(parts[0]).toMatch(/^auth_token=[\w-]+\.[\w-]+\.[\w-]+$/)
    // As long as a session that is not used.
    expect(new Set(parts.slice(1))).toEqual(new Set(['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${30 * 86_400}`]))
    const secure = await logIn(BY_HTTPS)
    const [named, ...rest] = (secure.headers.get('set-cookie') ?? '').split('; ')
    expect(named).toMatch(/^__Host-auth_token=/)
    expect(rest).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']))
    const byCookie = client(octavo.url, { cookie: `auth_token=${accessToken}` })
    expect((await byCookie.fetch('/api/v1/auth/me')).status).toBe(200)
    const out = await byCookie.fetch('/api/v1/auth/logout', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(out.status).toBe(200)
    expect(out.headers.get('set-cookie')).toMatch(/^auth_token=;.*Max-Age=0/)
  })

  test('stop what another site makes a browser send with the cookie, on every route that changes something', async () => {
    const { accessToken } = (await (await logIn()).json()) as { accessToken: string }
    const cookie = `auth_token=${accessToken}`
    const { host } = new URL(octavo.url)
    const forged: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://${host}.evil.example` },
      { origin: `http://evil.example/${host}` },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
    ]
    const changing = ROUTES.filter(({ method }) => method !== 'get')
    const before = await contents(octavo)
    let refused = 0
    for (const route of changing) {
      for (const headers of forged) {
        const method = route.method.toUpperCase()
        const answer = await octavo.anonymous.fetch(addressOf(route, ids), { method, headers: { cookie, ...headers } })
        expect([route.id, headers, await refusal(answer)]).toEqual([route.id, headers, '403 Forbidden'])
        refused++
      }
    }
    expect(await contents(octavo)).toEqual(before)
    console.log(`A09: ${refused}/${changing.length * forged.length} requests of other sites refused`)
    const address = `/api/v1/books/${ids.book_id}/read`
    const own = { cookie, origin: octavo.url, 'sec-fetch-site': 'same-origin' }
    expect((await octavo.anonymous.fetch(address, { method: 'POST', headers: own })).status).toBe(200)
    // A program with a token is no browser that is led astray.
    const program = await admin.fetch(address, { method: 'POST', headers: { origin: 'https://app.example' } })
    expect(program.status).toBe(200)
  })

  test('never change anything by GET, whatever else the request says', async () => {
    const before = await contents(octavo)
    const words = ['DELETE', 'PUT', 'PATCH', 'POST']
    let asked = 0
    for (const route of ROUTES) {
      const path = addressOf(route, ids)
      // Streams have no end.
      if (route.method === 'get' && path.includes('/events')) continue
      for (const word of words) {
        const overridden = `${path}${path.includes('?') ? '&' : '?'}_method=${word}`
        const answer = await admin.fetch(overridden, { headers: { 'x-http-method-override': word } })
        await answer.body?.cancel()
        asked++
      }
    }
    expect(await contents(octavo)).toEqual(before)
    console.log(`A09: ${asked} GETs that name another method changed nothing`)
  })
})
