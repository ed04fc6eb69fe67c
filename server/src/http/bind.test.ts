import { expect, test } from 'bun:test'
import type { Access } from '@octavo/contract/access'
import { json, nothing, type Route, route } from '@octavo/contract/route'
import { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '../kernel/app-error'
import { createLogger } from '../kernel/log'
import { SYSTEM_VIEWER } from '../kernel/viewer'
import { isAllowedHost } from './allowed-hosts'
import { assertEveryRouteDeclared, createBinder } from './bind'
import { installGate } from './gate'
import type { HttpEnv, Identify } from './identity'
import { createRateLimiter } from './rate-limit'

const ONE = { perSecond: 1, burst: 1 }

const identify: Identify = async request => {
  const who = request.headers.get('x-who')
  if (who === 'wrong') return { kind: 'refused', message: 'This sign-in has ended' }
  if (who === 'limited') return { kind: 'limited' }
  if (!who) return { kind: 'anonymous' }
  const permissions = new Set(who === 'reader' ? (['books-read'] as const) : [])
  return { kind: 'known', by: 'bearer', viewer: { ...SYSTEM_VIEWER, userPk: 7, permissions } }
}

function openApp() {
  const app = new Hono<HttpEnv>()
  installGate(app, {
    identify,
    rateLimiter: createRateLimiter(() => ({ enabled: false, anonymous: ONE, authenticated: ONE }), Date.now),
    log: createLogger('silent'),
    guarded: ['/api'],
    challenged: ['/api/feed'],
  })
  const binder = createBinder(app)
  const ask = (method: string, path: string, who?: string, body?: unknown) =>
    app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...(who && { 'x-who': who }), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      { peer: { address: '192.0.2.1', local: false } },
    )
  return { app, binder, ask }
}

test('answers by its allowed host names only, but for probes', async () => {
  const app = new Hono<HttpEnv>()
  installGate(app, {
    identify,
    rateLimiter: createRateLimiter(() => ({ enabled: false, anonymous: ONE, authenticated: ONE }), Date.now),
    log: createLogger('silent'),
    guarded: ['/api', '/health'],
    challenged: [],
    answersBy: host => isAllowedHost(host, ['books.example.org'], null),
  })
  app.all('*', context => context.text('in'))
  const statuses = (path: string) =>
    Promise.all(
      ['books.example.org', 'BOOKS.example.org:8080', '127.0.0.1:8080', 'evil.example', 'books.example.org.evil'].map(
        async host => {
          const request = new Request(`http://localhost${path}`, { headers: { host, 'x-who': 'reader' } })
          return (await app.fetch(request, { peer: { address: '192.0.2.1', local: false } })).status
        },
      ),
    )
  expect(await statuses('/api/v1/books')).toEqual([200, 200, 200, 403, 403])
  expect(await statuses('/')).toEqual([200, 200, 200, 403, 403])
  expect(await statuses('/health')).toEqual([200, 200, 200, 200, 200])
})

function get(path: string, access: Access): Route {
  return route({
    id: path,
    method: 'get',
    path,
    tag: 'X',
    summary: 'X',
    access,
    scope: 'session',
    status: 200,
    payload: nothing,
  })
}

test('access is checked before the handler', async () => {
  const { binder, ask } = openApp()
  const calls: string[] = []
  binder.bindPublic(get('/api/public', 'public'), call => {
    calls.push(`public ${call.viewer?.userPk ?? 'nobody'}`)
    return {}
  })
  binder.bind(get('/api/login', 'login'), call => {
    calls.push(`login ${call.viewer.userPk}`)
    return {}
  })
  binder.bind(get('/api/books', 'books-read'), call => {
    calls.push(`books ${call.viewer.userPk}`)
    return {}
  })
  const statuses = async (path: string) =>
    Promise.all(
      [undefined, 'wrong', 'limited', 'someone', 'reader'].map(async who => (await ask('GET', path, who)).status),
    )
  expect(await statuses('/api/public')).toEqual([200, 200, 200, 200, 200])
  expect(await statuses('/api/login')).toEqual([401, 401, 401, 200, 200])
  expect(await statuses('/api/books')).toEqual([401, 401, 401, 403, 200])
  expect(calls.sort()).toEqual([
    'books 7',
    'login 7',
    'login 7',
    'public 7',
    'public 7',
    'public nobody',
    'public nobody',
    'public nobody',
  ])
})

test('the body of every error has the reason', async () => {
  const { binder, ask } = openApp()
  binder.bind(get('/api/books', 'books-read'), () => ({}))
  binder.bind(get('/api/feed/new', 'login'), () => ({}))
  const bodyOf = async (who?: string) => (await ask('GET', '/api/books', who)).json()
  expect(await bodyOf()).toEqual({ error: 'Unauthorized', message: 'Sign in first' })
  expect(await bodyOf('wrong')).toEqual({ error: 'Unauthorized', message: 'This sign-in has ended' })
  expect(await bodyOf('someone')).toEqual({
    error: 'Forbidden',
    message: 'Missing required permission: books-read',
    details: { reason: 'permission_missing', permission: 'books-read' },
  })
  expect((await ask('GET', '/api/books')).headers.get('WWW-Authenticate')).toBeNull()
  expect((await ask('GET', '/api/feed/new')).headers.get('WWW-Authenticate')).toBe(
    'Basic realm="Octavo", charset="UTF-8"',
  )
})

test('input is checked: path and query 400, body 422', async () => {
  const { binder, ask } = openApp()
  const put = route({
    id: 'put',
    method: 'put',
    path: '/api/books/{book_id}/pages/{number}',
    tag: 'X',
    summary: 'X',
    access: 'login',
    scope: 'session',
    params: z.object({ book_id: z.guid(), number: z.coerce.number().int().min(1) }),
    query: z.object({ width: z.coerce.number().optional() }),
    body: z.object({ note: z.string() }),
    status: 201,
    payload: json(z.unknown()),
  })
  binder.bind(put, ({ params, query, body, url, peer }) => ({ params, query, body, path: url.pathname, peer }))
  const id = '0190a000-0000-7000-8000-000000000001'
  const path = `/api/books/${id}/pages/3`
  const good = await ask('PUT', `${path}?width=40`, 'someone', { note: 'é' })
  expect(good.status).toBe(201)
  expect(await good.json()).toEqual({
    params: { book_id: id, number: 3 },
    query: { width: 40 },
    body: { note: 'é' },
    path,
    peer: { address: '192.0.2.1', local: false },
  })
  const status = async (to: string, body: unknown) => (await ask('PUT', to, 'someone', body)).status
  expect(await status(`/api/books/x/pages/3`, { note: '' })).toBe(400)
  expect(await status(`/api/books/${id}/pages/0`, { note: '' })).toBe(400)
  expect(await status(`/api/books/${id}/pages/x`, { note: '' })).toBe(400)
  expect(await status(`/api/books/${id}/pages/%00`, { note: '' })).toBe(400)
  expect(await status(`${path}?width=x`, { note: '' })).toBe(400)
  expect(await status(`${path}?width=1&width=2`, { note: '' })).toBe(400)
  expect(await status(path, {})).toBe(422)
  expect(await status(path, { note: 7 })).toBe(422)
  expect((await ask('PUT', `${path}?width=x`)).status).toBe(401)
})

test('the reason says what is wrong with a number', async () => {
  const { binder, ask } = openApp()
  const put = route({
    id: 'year',
    method: 'put',
    path: '/api/year',
    tag: 'X',
    summary: 'X',
    access: 'login',
    scope: 'session',
    body: z.object({ year: z.int().min(0).max(9999).nullish() }),
    status: 200,
    payload: nothing,
  })
  binder.bind(put, () => null)
  const reasonFor = async (year: unknown) =>
    ((await (await ask('PUT', '/api/year', 'someone', { year })).json()) as { details: { reason: string } }).details
      .reason
  expect(await reasonFor('199x')).toBe('number_invalid')
  expect(await reasonFor(1999.5)).toBe('number_whole')
  expect(await reasonFor(-1)).toBe('number_low')
  expect(await reasonFor(10_000)).toBe('number_high')
})

test('replies: an object, nothing, a complete response, an error', async () => {
  const { binder, ask } = openApp()
  binder.bind(get('/api/none', 'login'), () => null)
  binder.bind(get('/api/own', 'login'), () => new Response('bytes', { status: 206, headers: { 'X-Own': '1' } }))
  binder.bind(get('/api/missing', 'login'), () => {
    throw new AppError('NotFound', 'Book not found', { id: 'x' })
  })
  binder.bind(get('/api/broken', 'login'), async () => {
    throw new Error('select * from secrets')
  })
  expect((await ask('GET', '/api/none', 'someone')).status).toBe(204)
  const own = await ask('GET', '/api/own', 'someone')
  expect([own.status, own.headers.get('x-own'), await own.text()]).toEqual([206, '1', 'bytes'])
  const missing = await ask('GET', '/api/missing', 'someone')
  expect(missing.status).toBe(404)
  expect(await missing.json()).toEqual({ error: 'NotFound', message: 'Book not found', details: { id: 'x' } })
  const broken = await ask('GET', '/api/broken', 'someone')
  expect(broken.status).toBe(500)
  expect(await broken.json()).toEqual({
    error: 'InternalServerError',
    message: 'An internal error occurred',
    details: { requestId: broken.headers.get('x-request-id') },
  })
  for (const answer of [own, missing, broken]) expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('HEAD answers like GET, without a body', async () => {
  const { binder, ask } = openApp()
  binder.bind(get('/api/own', 'login'), () => ({ a: 1 }))
  const head = await ask('HEAD', '/api/own', 'someone')
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'application/json;charset=utf-8',
    '',
  ])
  expect((await ask('HEAD', '/api/own')).status).toBe(401)
})

test('a route is bound as what it is', () => {
  const { binder } = openApp()
  expect(() => binder.bind(get('/api/a', 'public'), () => null)).toThrow('/api/a is public')
  expect(() => binder.bindPublic(get('/api/b', 'login'), () => null)).toThrow('/api/b is not public')
})

test('a path that answers without a declared access stops the start', () => {
  const { app, binder } = openApp()
  binder.bind(get('/api/books/{book_id}', 'login'), () => null)
  binder.bind(get('/api/files/{path*}', 'login'), () => null)
  assertEveryRouteDeclared(app, binder, new Set())
  app.get('/api/back-door', context => context.text('in'))
  expect(() => assertEveryRouteDeclared(app, binder, new Set())).toThrow(
    'GET /api/back-door answers without a declared access',
  )
  assertEveryRouteDeclared(app, binder, new Set(['GET /api/back-door']))
  app.post('/api/books/:book_id', context => context.text('in'))
  expect(() => assertEveryRouteDeclared(app, binder, new Set(['GET /api/back-door']))).toThrow(
    'POST /api/books/:book_id',
  )
})
