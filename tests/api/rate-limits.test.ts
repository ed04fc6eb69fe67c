// Rate limits as interface.md has them, on a server with the defaults.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, client } from '../kit/client'
import { startOctavo } from '../kit/server'
import { JSON_HEADERS } from './catalogue'
import { type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

describe('rate limits', () => {
  let octavo: Inhabited
  const limitsOf = (answer: Response) => HEADERS.map(name => answer.headers.get(name))
  let clients = 0
  /** A client with its own address, set by the proxy. Values from the client itself are ignored. */
  const stranger = (): Client => {
    clients++
    return client(octavo.url, { 'x-forwarded-for': `192.0.2.1, 203.0.113.${clients}`, 'x-forwarded-proto': 'https' })
  }
  const many = (count: number, who: Client, path: string) =>
    Promise.all(Array.from({ length: count }, () => who.fetch(path)))

  beforeAll(async () => {
    octavo = await startInhabited({
      database: 'sqlite',
      env: { OCTAVO_RATE_LIMIT_ENABLED: 'true', OCTAVO_API_DOCS_ENABLED: 'true', OCTAVO_TRUSTED_PROXIES: '127.0.0.1' },
    })
  })
  afterAll(() => octavo?.stop())

  test('are on every answer: successes, refusals, errors, missing items, feeds', async () => {
    const reader = await octavo.addUser('head')
    const nobody = stranger()
    for (const path of ['/api/v1/books', '/api/v1/books/x', '/api/v1/nowhere', '/opds/v1/catalog', '/api/docs']) {
      for (const who of [nobody, reader]) {
        const [limit, remaining, reset] = limitsOf(await who.fetch(path))
        expect([path, limit]).toEqual([path, who === reader ? '200' : '50'])
        expect(remaining).toMatch(/^\d+$/)
        expect(reset).toBe('0')
      }
    }
    const notModified = await reader.fetch('/api/v1/books', { headers: { 'if-none-match': '*' } })
    expect([notModified.status, notModified.headers.get('x-ratelimit-limit')]).toEqual([304, '200'])
  })

  test('give an unknown client fifty at once, then the seconds to wait', async () => {
    const answers = await many(120, stranger(), '/api/v1/info')
    const refused = answers.filter(answer => answer.status === 429)
    const passed = answers.filter(answer => answer.status === 200).length
    expect(passed + refused.length).toBe(120)
    expect(refused.length).toBeGreaterThan(0)
    expect(passed).toBeGreaterThanOrEqual(49)
    for (const answer of refused) {
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(await answer.json()).toEqual({
        error: 'rate_limit_exceeded',
        message: 'Too many requests. Wait 1 second and try again.',
        retry_after: 1,
      })
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(limitsOf(answer)).toEqual(['50', '0', '1'])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('count a user, by whatever credentials, apart from their address and from others', async () => {
    const ruth = await octavo.addUser('ruth')
    const nora = await octavo.addUser('nora')
    const { key } = await ruth.post<{ key: string }>('/api/v1/api-keys', { name: 'app' })
    const byKey = client(octavo.url, { 'x-api-key': key })
    const house = stranger()
    // Ten a second come back: of so many at once some are refused, however long they take.
    expect((await many(300, house, '/api/v1/info')).map(({ status }) => status)).toContain(429)
    expect((await house.fetch('/api/v1/auth/me', { headers: ruth.headers })).status).toBe(200)
    expect(limitsOf(await nora.fetch('/api/v1/auth/me'))).toEqual(['200', '199', '0'])
    const before = Number((await ruth.fetch('/api/v1/auth/me')).headers.get('x-ratelimit-remaining'))
    const answer = await byKey.fetch('/api/v1/books')
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, '200'])
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeLessThanOrEqual(Math.max(before, 199))
    const answers = await many(700, byKey, '/api/v1/auth/me')
    expect(answers.filter(each => each.status === 200).length).toBeGreaterThanOrEqual(190)
    for (const refused of answers.filter(each => each.status !== 200)) {
      expect([refused.status, ...limitsOf(refused)]).toEqual([429, '200', '0', '1'])
      expect(await refused.json()).toMatchObject({ error: 'rate_limit_exceeded', retry_after: 1 })
    }
    expect((await nora.fetch('/api/v1/auth/me')).status).toBe(200)
  })

  test('do not count health, nor the files of the web app', async () => {
    const busy = stranger()
    expect((await many(300, busy, '/api/v1/info')).map(({ status }) => status)).toContain(429)
    for (const path of ['/health', '/', '/series/abc']) {
      const answers = await many(70, busy, path)
      expect(answers.filter(answer => answer.status === 429)).toEqual([])
      expect(answers.map(answer => answer.headers.get('x-ratelimit-limit')).filter(Boolean)).toEqual([])
    }
  })

  test('slow down the guessing of a password, without revealing which names exist', async () => {
    const guesser = stranger()
    const guess = (username: string, attempt: number) =>
      guesser.fetch('/api/v1/auth/login', {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify({ username, password: `Wrong guess ${attempt}!` }),
      })
    const statuses: Record<string, number[]> = { admin: [], nobody: [] }
    for (let attempt = 0; attempt < 13; attempt++) {
      for (const name of ['admin', 'nobody']) statuses[name]?.push((await guess(name, attempt)).status)
    }
    const ten = Array<number>(10).fill(401)
    expect(statuses).toEqual({ admin: [...ten, 429, 429, 429], nobody: [...ten, 429, 429, 429] })
    const refused = await guess('admin', 99)
    const body = (await refused.json()) as { retry_after: number; message: string; error: string }
    expect([refused.status, body.error]).toEqual([429, 'rate_limit_exceeded'])
    expect(refused.headers.get('retry-after')).toBe(String(body.retry_after))
    expect(body.message).toContain(`${body.retry_after} second`)
    // The owner is not locked out: a session that exists goes on.
    expect((await octavo.admin.fetch('/api/v1/auth/me')).status).toBe(200)
  })
})

test('an address is counted, whatever its headers, where no proxy is configured', async () => {
  const octavo = await startOctavo({ database: 'sqlite', env: { OCTAVO_RATE_LIMIT_ENABLED: 'true' } })
  try {
    const spoofs = Array.from({ length: 300 }, (_, index) => ({
      'x-forwarded-for': `203.0.113.${index % 250}, 198.51.100.${index % 250}`,
      'x-forwarded-proto': 'https',
      'x-real-ip': `198.51.100.${index % 250}`,
      forwarded: `for=192.0.2.${index % 250}`,
      'cf-connecting-ip': `2001:db8::${index}`,
    }))
    const answers = await Promise.all(spoofs.map(headers => octavo.anonymous.fetch('/api/v1/info', { headers })))
    const passed = answers.filter(answer => answer.status === 200).length
    expect(passed).toBeGreaterThanOrEqual(45)
    expect(passed).toBeLessThan(200)
    // A token that nobody issued is no user of its own.
    const claims = Buffer.from(JSON.stringify({ sub: 'x', exp: 9_999_999_999 })).toString('base64url')
    const forged = { authorization: `Bearer e30.${claims}.x` }
    const answer = await octavo.anonymous.fetch('/api/v1/info', { headers: forged })
    expect(answer.headers.get('x-ratelimit-limit')).toBe('50')
  } finally {
    await octavo.stop()
  }
})
