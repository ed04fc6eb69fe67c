// Bad tokens and keys, the first account, and credentials that end: on a running server.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { type Client, client, until } from '../kit/client'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { JSON_HEADERS, refusal } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

for (const database of DATABASES) {
  describe(`credentials on ${database}`, () => {
    let octavo: Octavo
    let admin: Client
    const me = (headers: Record<string, string>) => octavo.anonymous.fetch('/api/v1/auth/me', { headers })
    const initialize = (headers: Record<string, string> = {}, account: object = ADMIN) =>
      octavo.anonymous.fetch('/api/v1/setup/initialize', {
        method: 'POST',
        headers: { ...JSON_HEADERS, ...headers },
        body: JSON.stringify(account),
      })

    beforeAll(async () => {
      octavo = await startOctavo({ database, env: { OCTAVO_SETUP_OPEN: 'false' } })
    })
    afterAll(() => octavo?.stop())

    test('the first account cannot be created without the link: remotely, locally, or by a page of another site', async () => {
      const callers = [
        // A bare proxy on this machine adds nothing and rewrites Host.
        {},
        { 'x-setup-token': 'guessed' },
        { 'x-forwarded-for': '203.0.113.9' },
        { 'x-forwarded-for': '127.0.0.1' },
        { forwarded: 'for=127.0.0.1' },
        { 'x-real-ip': '127.0.0.1' },
        { 'x-forwarded-for': '203.0.113.9', 'x-setup-token': 'guessed' },
        { 'x-forwarded-for': '203.0.113.9', 'x-setup-token': '' },
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { host: 'evil.example' },
      ]
      for (const headers of callers) {
        const answer = await initialize(headers as Record<string, string>)
        expect([headers, await refusal(answer)]).toEqual([headers, '403 Forbidden'])
      }
      expect(await octavo.anonymous.get('/api/v1/setup/status')).toMatchObject({ setupRequired: true })
    })

    test('nothing is accessible before there is an account', async () => {
      for (const path of ['/api/v1/books', '/api/v1/libraries', '/opds/v1/catalog']) {
        expect((await octavo.anonymous.fetch(path)).status).toBe(401)
      }
    })

    test('A17: the link that the server prints creates it once, however many try', async () => {
      // The server answers a moment before it prints its greeting.
      const printed = async () => /setup\?token=([\w-]+)\s/.exec(octavo.log())?.[1] ?? ''
      const token = await until(printed, found => found !== '')
      expect(token.length).toBeGreaterThanOrEqual(16)
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-setup-token': token }
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          initialize(headers, { ...ADMIN, username: `admin${index}`, email: `a${index}@example.org` }),
        ),
      )
      expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array<number>(49).fill(400)])
      const winner = answers.find(answer => answer.status === 200) as Response
      const { accessToken } = (await winner.json()) as { accessToken: string }
      admin = client(octavo.url, { authorization: `Bearer ${accessToken}` })
      expect(await admin.get<object>('/api/v1/auth/me')).toMatchObject({ role: 'admin' })
      for (const late of [headers, {}]) expect((await initialize(late as Record<string, string>)).status).toBe(400)
    })

    test('forged tokens are refused in the header and in the cookie', async () => {
      const issued = (admin.headers.authorization ?? '').slice('Bearer '.length)
      const [head = '', claims = '', signature = ''] = issued.split('.')
      const who = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
      const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>
      const signed = (first: object, second: object, secret: string) => {
        const input = `${encode(first)}.${encode(second)}`
        return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
      }
      const bad = [
        `${encode({ ...header, alg: 'none' })}.${claims}.`,
        `${encode({ ...header, alg: 'None' })}.${claims}.${signature}`,
        `${head}.${encode({ ...who, exp: 9_999_999_999 })}.${signature}`,
        `${head}.${encode({ ...who, role: 'admin', sub: crypto.randomUUID() })}.${signature}`,
        `${head}.${claims}.`,
        `${head}.${claims}`,
        signature,
        `${issued}x`,
        issued.slice(0, -2),
        signed(header, who, ''),
        signed(header, who, 'secret'),
        signed({ ...header, kid: '../../../../dev/null' }, who, ''),
        '',
        '.',
        '..',
        'null',
        'x'.repeat(7_000),
      ]
      for (const token of bad) {
        expect([token, (await me({ authorization: `Bearer ${token}` })).status]).toEqual([token, 401])
        expect([token, (await me({ cookie: `auth_token=${token}` })).status]).toEqual([token, 401])
      }
      for (const authorization of ['Bearer', 'Basic', 'Basic !!!', `Basic ${btoa('admin')}`, 'Digest x', 'x', '\t']) {
        expect([authorization, (await me({ authorization })).status]).toEqual([authorization, 401])
      }
      for (const place of ['?token=', '?access_token=', '?api_key=', '?auth_token=']) {
        expect((await octavo.anonymous.fetch(`/api/v1/auth/me${place}${issued}`)).status).toBe(401)
      }
      expect((await me({ authorization: `Bearer ${issued}` })).status).toBe(200)
    })

    test('keys that are wrong, expired, disabled or revoked are refused', async () => {
      const create = (body: object) => admin.post<{ id: string; key: string }>('/api/v1/api-keys', body)
      const statusOf = async (key: string) => (await me({ 'x-api-key': key })).status
      const { id, key } = await create({ name: 'app' })
      expect(await statusOf(key)).toBe(200)
      const wrong = [
        `${key}x`,
        key.slice(0, -1),
        key.toUpperCase(),
        key.split('_').slice(0, 2).join('_'),
        '',
        'x',
        '_',
        "' or 1=1",
      ]
      for (const other of wrong) expect([other, await statusOf(other)]).toEqual([other, 401])
      // A short life may be over before it is looked at, on a busy machine: the next one is longer.
      const alive: string[] = []
      for (let lifeMs = 700; alive.length === 0 && lifeMs < 30_000; lifeMs *= 3) {
        const ended = await create({ name: 'ended', expiresAt: new Date(Date.now() + lifeMs).toISOString() })
        if ((await statusOf(ended.key)) === 200) alive.push(ended.key)
      }
      const [ended = 'none lived'] = alive
      expect(ended).not.toBe('none lived')
      await until(
        () => statusOf(ended),
        status => status === 401,
      )
      await admin.patch(`/api/v1/api-keys/${id}`, { isActive: false })
      await until(
        () => statusOf(key),
        status => status === 401,
        5,
      )
      await admin.patch(`/api/v1/api-keys/${id}`, { isActive: true })
      await until(
        () => statusOf(key),
        status => status === 200,
        5,
      )
      expect((await admin.fetch(`/api/v1/api-keys/${id}`, { method: 'DELETE' })).status).toBe(204)
      await until(
        () => statusOf(key),
        status => status === 401,
        5,
      )
      const list = await admin.get<{ data: Record<string, unknown>[] }>('/api/v1/api-keys')
      expect(JSON.stringify(list)).not.toContain(key)
      expect(octavo.log()).not.toContain(key)
    })

    test('sessions and keys are valid after a restart', async () => {
      const { key } = await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'stays' })
      await octavo.restart()
      expect((await admin.fetch('/api/v1/auth/me')).status).toBe(200)
      expect((await me({ 'x-api-key': key })).status).toBe(200)
      expect(octavo.log()).not.toContain(ADMIN.password)
      expect(octavo.log()).not.toContain(admin.headers.authorization ?? '-')
    })
  })
}
