import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { createLogger } from '../kernel/log'
import { SYSTEM_VIEWER } from '../kernel/viewer'
import { installGate } from './gate'
import type { HttpEnv, Identify } from './identity'
import { createRateLimiter, type RateLimiter } from './rate-limit'

// interface.md, Limits, Rate limiting.
const LIMITS = {
  enabled: true,
  anonymous: { perSecond: 10, burst: 50 },
  authenticated: { perSecond: 50, burst: 200 },
}

function limiterAt(ms = 1_000_000) {
  const clock = { ms }
  return {
    clock,
    limiter: createRateLimiter(
      () => LIMITS,
      () => clock.ms,
    ),
  }
}

/** How many of `count` simultaneous requests are allowed. */
function through(limiter: RateLimiter, client: Parameters<RateLimiter['take']>[0], count: number): number {
  return Array.from({ length: count }, () => limiter.take(client)).filter(verdict => verdict.allowed).length
}

test('an address has 50 at once and 10 a second', () => {
  const { limiter, clock } = limiterAt()
  const client = { address: '203.0.113.1' }
  expect(through(limiter, client, 100)).toBe(50)
  clock.ms += 1000
  expect(through(limiter, client, 100)).toBe(10)
  clock.ms += 60_000
  expect(through(limiter, client, 100)).toBe(50)
})

test('a user has 200 at once and 50 a second', () => {
  const { limiter, clock } = limiterAt()
  const client = { user: 'ada' }
  expect(through(limiter, client, 300)).toBe(200)
  clock.ms += 500
  expect(through(limiter, client, 100)).toBe(25)
})

test('each client has its own, an address named like a user too', () => {
  const { limiter } = limiterAt()
  expect(through(limiter, { address: '203.0.113.1' }, 60)).toBe(50)
  expect(through(limiter, { address: '203.0.113.2' }, 60)).toBe(50)
  expect(through(limiter, { user: '203.0.113.1' }, 250)).toBe(200)
})

test('an IPv4 address is one client however it is written, an IPv6 home is one client', () => {
  const { limiter } = limiterAt()
  expect(through(limiter, { address: '203.0.113.1' }, 30)).toBe(30)
  expect(through(limiter, { address: '::ffff:203.0.113.1' }, 30)).toBe(20)
  const home = Array.from({ length: 90 }, (_, index) => limiter.take({ address: `2001:db8::${index.toString(16)}` }))
  expect(home.filter(verdict => verdict.allowed)).toHaveLength(50)
  expect(limiter.take({ address: '2001:db8:0:1::1' }).allowed).toBe(true)
})

test('the verdict counts down and has the seconds until the next token', () => {
  const slow = { enabled: true, anonymous: { perSecond: 0.25, burst: 2 }, authenticated: LIMITS.authenticated }
  const clock = { ms: 0 }
  const limiter = createRateLimiter(
    () => slow,
    () => clock.ms,
  )
  const take = () => limiter.take({ address: 'a' })
  expect(take()).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 0 })
  expect(take()).toEqual({ allowed: true, limit: 2, remaining: 0, resetSeconds: 4 })
  expect(take()).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 4 })
  clock.ms = 3000
  expect(take()).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 1 })
  clock.ms = 4000
  expect(take()).toEqual({ allowed: true, limit: 2, remaining: 0, resetSeconds: 4 })
})

test('a clock set back neither adds nor removes tokens', () => {
  const { limiter, clock } = limiterAt()
  const client = { address: '203.0.113.1' }
  expect(through(limiter, client, 60)).toBe(50)
  clock.ms -= 3_600_000
  expect(limiter.take(client).allowed).toBe(false)
  clock.ms += 100
  expect(limiter.take(client).allowed).toBe(true)
})

/** The gate with a header that identifies the client. */
function gatedApp() {
  const { limiter, clock } = limiterAt()
  const identify: Identify = async (request, _peer, mayTryPassword) => {
    const who = request.headers.get('x-who')
    if (who === 'password' && !mayTryPassword()) return { kind: 'limited' }
    if (who === 'guesser') return { kind: 'limited', seconds: 7 }
    if (who === 'wrong') return { kind: 'refused', message: 'no' }
    return who ? { kind: 'known', by: 'bearer', viewer: { ...SYSTEM_VIEWER, userId: who } } : { kind: 'anonymous' }
  }
  const app = new Hono<HttpEnv>()
  installGate(app, {
    identify,
    rateLimiter: limiter,
    log: createLogger('silent'),
    guarded: ['/api', '/health'],
    challenged: [],
  })
  for (const path of ['/api/v1/books', '/api/v1/events', '/api/v1/events/stream', '/health', '/index.html']) {
    app.get(path, context => context.text('here'))
  }
  const ask = (path: string, who?: string, address = '203.0.113.1') =>
    app.fetch(new Request(`http://localhost${path}`, { headers: who ? { 'x-who': who } : {} }), {
      peer: { address, local: false },
    })
  const limitHeaders = (answer: Response) =>
    ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map(name => answer.headers.get(name))
  return { ask, clock, limitHeaders }
}

test('every answer carries its limit, also errors', async () => {
  const { ask, limitHeaders } = gatedApp()
  expect(limitHeaders(await ask('/api/v1/books'))).toEqual(['50', '49', '0'])
  expect(limitHeaders(await ask('/api/v1/books', 'ada'))).toEqual(['200', '199', '0'])
  const missing = await ask('/api/v1/nowhere')
  expect([missing.status, limitHeaders(missing)]).toEqual([404, ['50', '48', '0']])
  expect(limitHeaders(await ask('/api/v1/books', 'wrong'))).toEqual(['50', '47', '0'])
})

test('a request over the limit learns how long to wait', async () => {
  const { ask, clock, limitHeaders } = gatedApp()
  for (let request = 0; request < 50; request++) expect((await ask('/api/v1/books')).status).toBe(200)
  const refused = await ask('/api/v1/books')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('1')
  expect(limitHeaders(refused)).toEqual(['50', '0', '1'])
  expect(await refused.json()).toEqual({
    error: 'rate_limit_exceeded',
    message: 'Too many requests. Wait 1 second and try again.',
    retry_after: 1,
  })
  clock.ms += 100
  expect((await ask('/api/v1/books')).status).toBe(200)
})

test('health, events and the web app itself are not counted', async () => {
  const { ask } = gatedApp()
  for (const path of ['/health', '/api/v1/events', '/api/v1/events/stream', '/index.html']) {
    for (let request = 0; request < 60; request++) {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('X-RateLimit-Limit')]).toEqual([200, null])
    }
  }
})

test('a password that has to be checked costs one of the address, and none is checked when they are used up', async () => {
  const { ask, limitHeaders } = gatedApp()
  for (let request = 0; request < 50; request++) {
    expect(limitHeaders(await ask('/api/v1/books', 'password'))[0]).toBe('200')
  }
  const refused = await ask('/api/v1/books', 'password')
  expect([refused.status, ...limitHeaders(refused)]).toEqual([429, '50', '0', '1'])
  expect((await ask('/api/v1/books', 'ada')).status).toBe(200)
})

test('guessing passwords is limited for the time in the response', async () => {
  const { ask } = gatedApp()
  const answer = await ask('/api/v1/books', 'guesser')
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '7'])
})
