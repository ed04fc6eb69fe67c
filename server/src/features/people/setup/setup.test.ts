import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { InitializeSetupResponse } from '@octavo/contract/setup'
import { bodyOf, createGatedApp } from '../../../../../tests/kit/gated-app'
import { freshPostgres } from '../../../../../tests/kit/postgres'
import { type Connection, connect, migrate } from '../../../db'
import { forEachDatabase } from '../../../db/testing'

const ada = { username: 'Ada', email: 'Ada@Example.org', password: 'Engine-No.1' }
const stranger = { address: '203.0.113.9', local: false }

forEachDatabase('set-up', database => {
  afterEach(() => database.connection.write(async tx => void (await tx.query.deleteFrom('users').execute())))

  test('is open at first, creates an admin, signs in, and is closed', async () => {
    const { ask, setupToken } = createGatedApp(database.connection)
    const headers = { 'X-Setup-Token': setupToken }
    expect(await (await ask('GET', '/api/v1/setup/status')).json()).toEqual({
      setupRequired: true,
      linkRequired: true,
      hasUsers: false,
      registrationEnabled: false,
    })

    const made = await ask('POST', '/api/v1/setup/initialize', { headers, body: { ...ada, username: '  Ada ' } })
    expect(made.status).toBe(200)
    const answer = await bodyOf<InitializeSetupResponse>(made)
    expect(answer).toMatchObject({ tokenType: 'Bearer', expiresIn: 86_400, user: { username: 'Ada', role: 'admin' } })
    expect(answer.user).toMatchObject({ email: 'Ada@Example.org', emailVerified: true })
    expect(answer.user.permissions).toHaveLength(29)
    expect(made.headers.get('set-cookie')).toMatch(
      /^auth_token=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )

    const me = await ask('GET', '/api/v1/auth/me', { headers: { Cookie: `auth_token=${answer.accessToken}` } })
    expect(await me.json()).toEqual(answer.user)
    expect(await (await ask('GET', '/api/v1/setup/status')).json()).toMatchObject({
      setupRequired: false,
      linkRequired: false,
      hasUsers: true,
    })

    const again = await ask('POST', '/api/v1/setup/initialize', { headers, body: { ...ada, username: 'Eve' } })
    expect(again.status).toBe(400)
    expect(await again.json()).toEqual({
      error: 'BadRequest',
      message: 'Octavo is already set up. Sign in.',
      details: { reason: 'set_up_already' },
    })
  })

  test('is closed without the link, on this machine too', async () => {
    const gated = createGatedApp(database.connection)
    const here = { address: '127.0.0.1', local: true }
    const tryWith = (headers: Record<string, string>, peer = here) =>
      gated.ask('POST', '/api/v1/setup/initialize', { body: ada, headers, peer, base: 'http://127.0.0.1:8080' })
    const wrong: Record<string, string>[] = [
      {},
      { 'X-Setup-Token': '' },
      { 'X-Setup-Token': `${gated.setupToken.slice(0, -1)}_` },
      { Origin: 'http://127.0.0.1:8080', 'Sec-Fetch-Site': 'same-origin' },
    ]
    for (const headers of wrong) {
      for (const peer of [here, stranger]) {
        const refused = await tryWith(headers, peer)
        expect([headers, refused.status]).toEqual([headers, 403])
        expect((await bodyOf<ErrorResponse>(refused)).message).toContain('the set-up link that the server printed')
      }
    }
    expect((await tryWith({ 'X-Setup-Token': gated.setupToken }, stranger)).status).toBe(200)
    const late = await tryWith({ 'X-Setup-Token': gated.setupToken })
    expect(late.status).toBe(400)
  })

  test('where it is open to scripts no page of another site sets up, and nobody once there is an account', async () => {
    const { ask } = createGatedApp(database.connection, { setupOpen: true })
    expect(await (await ask('GET', '/api/v1/setup/status')).json()).toMatchObject({ linkRequired: false })
    const pages = [
      { headers: { Origin: 'https://evil.example' } },
      { headers: { Origin: 'null' } },
      { headers: { 'Sec-Fetch-Site': 'cross-site' } },
      { headers: { Origin: 'http://evil.example:8080' }, base: 'http://evil.example:8080' },
      { headers: { 'Sec-Fetch-Site': 'same-origin' }, base: 'http://127.0.0.1.evil.example:8080' },
    ]
    for (const page of pages) {
      expect((await ask('POST', '/api/v1/setup/initialize', { body: ada, ...page })).status).toBe(403)
    }
    const own = { headers: { Origin: 'http://[::1]:8080', 'Sec-Fetch-Site': 'same-origin' }, base: 'http://[::1]:8080' }
    expect((await ask('POST', '/api/v1/setup/initialize', { body: ada, ...own })).status).toBe(200)
    expect((await ask('POST', '/api/v1/setup/initialize', { body: { ...ada, username: 'Eve' } })).status).toBe(400)
  })

  test('names what is invalid in the account', async () => {
    const { ask } = createGatedApp(database.connection, { setupOpen: true })
    const wrong: [Partial<typeof ada>, string][] = [
      [{ username: ' ' }, 'The user name is missing'],
      [{ username: 'a:b' }, 'The user name must not contain colons, @, control or invisible characters'],
      [{ username: 'ad\u200Bmin' }, 'The user name must not contain colons, @, control or invisible characters'],
      [{ username: '\u202Enimda' }, 'The user name must not contain colons, @, control or invisible characters'],
      [{ username: 'admin\u{E0061}' }, 'The user name must not contain colons, @, control or invisible characters'],
      [{ username: '\u3164' }, 'The user name must not contain colons, @, control or invisible characters'],
      [{ username: 'eve@example.org' }, 'The user name must not contain colons, @, control or invisible characters'],
      [{ username: 'x'.repeat(101) }, 'The user name is longer than 100 characters'],
      [{ email: '' }, 'The e-mail address is missing'],
      ...['ada', 'ada@localhost', 'a@b@example.org', '@example.org', 'ada@.org', 'ada@example.'].map(
        (email): [Partial<typeof ada>, string] => [
          { email },
          'The e-mail address is not valid: it must look like name@example.org',
        ],
      ),
      [{ password: '' }, 'The password is missing'],
      [{ password: 'Short1!' }, 'The password is shorter than 8 characters'],
      [{ password: 'Password1!' }, 'This password is too common: choose another'],
      [{ password: 'ada@example.org' }, 'The password is little more than a name: choose another'],
    ]
    for (const [change, message] of wrong) {
      const answer = await ask('POST', '/api/v1/setup/initialize', { body: { ...ada, ...change } })
      expect([answer.status, (await bodyOf<ErrorResponse>(answer)).message]).toEqual([400, message])
    }
    expect((await ask('POST', '/api/v1/setup/initialize', { body: { username: 'Ada' } })).status).toBe(422)
    expect((await ask('POST', '/api/v1/setup/initialize', { body: { ...ada, email: 7 } })).status).toBe(422)
    expect((await ask('POST', '/api/v1/setup/initialize', { body: '{' })).status).toBe(400)
    expect(await (await ask('GET', '/api/v1/setup/status')).json()).toMatchObject({ hasUsers: false })
  })
})

test('fifty calls at once to one server on SQLite make one admin', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-setup-'))
  const connection = await connect({ databaseUrl: null, dataDir: folder })
  try {
    await migrate(connection)
    await raceOnce([connection])
  } finally {
    await connection.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)

test('fifty calls at once to three replicas on one PostgreSQL make one admin', async () => {
  const postgres = await freshPostgres()
  const replicas = await Promise.all([1, 2, 3].map(() => connect({ databaseUrl: postgres.url, dataDir: '/nowhere' })))
  try {
    await Promise.all(replicas.map(migrate))
    await raceOnce(replicas)
  } finally {
    await Promise.all(replicas.map(replica => replica.close()))
    await postgres.drop()
  }
}, 60_000)

async function raceOnce(connections: readonly Connection[]): Promise<void> {
  const apps = connections.map(connection => createGatedApp(connection, { setupOpen: true }))
  const calls = Array.from({ length: 50 }, (_, index) => {
    const body = { username: `admin${index}`, email: `admin${index}@example.org`, password: ada.password }
    return apps[index % apps.length]?.ask('POST', '/api/v1/setup/initialize', { body })
  })
  const statuses = (await Promise.all(calls)).map(answer => answer?.status)
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(statuses.filter(status => status === 400)).toHaveLength(49)
  const [connection] = connections
  const users = await connection?.reader.query.selectFrom('users').select('role').execute()
  expect(users).toEqual([{ role: 'admin' }])
}
