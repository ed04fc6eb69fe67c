import '../messages/no-browser'
import { afterEach, expect, test } from 'bun:test'
import { ApiError } from './api-error'
import { api, retryAfterSeconds, whenSignedOut } from './client'
import { expectUser } from './expected-user'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  whenSignedOut(() => {})
})

/** The network's answer: the client uses paths, as in a page, and there is no page here. */
function serve(answer: (init: RequestInit) => Response | Promise<Response>): void {
  globalThis.fetch = (async (_path: string, init: RequestInit) => answer(init)) as typeof globalThis.fetch
}

test('Retry-After is in seconds, and one second by default', () => {
  expect(retryAfterSeconds('3')).toBe(3)
  expect(retryAfterSeconds('0')).toBe(0)
  expect(retryAfterSeconds(null)).toBe(1)
  expect(retryAfterSeconds('soon')).toBe(1)
})

test('the body of an error becomes an ApiError', async () => {
  serve(() => Response.json({ error: 'Conflict', message: 'The name is taken' }, { status: 409 }))
  const error = await api
    .post('/api/v1/libraries/{library_id}/scan', { params: { library_id: 'x' } })
    .catch(caught => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, code: 'Conflict', message: 'The name is taken' })
})

test('an error without JSON still has its status', async () => {
  serve(() => new Response('<html>Bad gateway</html>', { status: 502, statusText: 'Bad Gateway' }))
  expect(await api.get('/api/v1/books').catch(caught => caught)).toMatchObject({ status: 502, code: '502' })
})

test('a response without content has no body', async () => {
  serve(() => new Response(null, { status: 204 }))
  expect(await api.delete('/api/v1/libraries/{library_id}', { params: { library_id: 'x' } })).toBeUndefined()
})

test('a rate-limited request is retried', async () => {
  let asked = 0
  serve(() => {
    asked += 1
    const limited = { error: 'rate_limit_exceeded', message: 'Wait 0 seconds', retry_after: 0 }
    return asked < 3
      ? Response.json(limited, { status: 429, headers: { 'Retry-After': '0' } })
      : Response.json({ name: 'Octavo' })
  })
  expect<object>(await api.get('/api/v1/info')).toEqual({ name: 'Octavo' })
  expect(asked).toBe(3)
})

test('a lasting rate limit is reported after the last attempt', async () => {
  serve(() =>
    Response.json({ error: 'rate_limit_exceeded', message: 'no' }, { status: 429, headers: { 'Retry-After': '0' } }),
  )
  expect(await api.get('/api/v1/info').catch(caught => caught)).toMatchObject({
    status: 429,
    code: 'rate_limit_exceeded',
  })
})

test('an expired session leads to the sign-in page, unless the call handles 401 itself', async () => {
  let left = 0
  whenSignedOut(() => {
    left += 1
  })
  serve(() => Response.json({ error: 'Unauthorized', message: 'Sign in' }, { status: 401 }))
  await api.get('/api/v1/auth/me', { anonymous: true }).catch(() => {})
  expect(left).toBe(0)
  await api.get('/api/v1/books').catch(() => {})
  expect(left).toBe(1)
})

test('a network error has status 0', async () => {
  serve(() => Promise.reject(new TypeError('failed to fetch')))
  expect(await api.get('/api/v1/books').catch(caught => caught)).toMatchObject({ status: 0, code: 'Offline' })
})

test('a request is aborted by its signal', async () => {
  serve(init => new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))))
  const giveUp = new AbortController()
  const asked = api.get('/api/v1/books', { signal: giveUp.signal }).catch(caught => caught)
  giveUp.abort()
  expect(await asked).toMatchObject({ name: 'AbortError' })
})

test('a rate limit is reported at once, with its seconds, if a person is waiting', async () => {
  let asked = 0
  serve(() => {
    asked += 1
    const limited = { error: 'rate_limit_exceeded', message: 'Wait 30 seconds', retry_after: 30 }
    return Response.json(limited, { status: 429, headers: { 'Retry-After': '30' } })
  })
  const error = await api
    .post('/api/v1/auth/login', {
      body: { username: 'mo', password: 'x' },
      anonymous: true,
      impatient: true,
    })
    .catch(caught => caught)
  expect(error).toMatchObject({ status: 429, retryAfter: 30 })
  expect(asked).toBe(1)
})

test('a call is sent with its method, address, query and body', async () => {
  const sent: unknown[] = []
  globalThis.fetch = (async (path: string, { method, body, headers }: RequestInit) => {
    sent.push([method, path, body, headers])
    return Response.json({})
  }) as typeof globalThis.fetch
  await api.patch('/api/v1/books/{book_id}/metadata', {
    params: { book_id: 'a/b' },
    body: { title: 'x' },
    headers: { 'If-Match': '"1"' },
  })
  await api.get('/api/v1/user/preferences', { query: { keys: ['ui.theme', 'ui.accent'] } })
  const json = { Accept: 'application/json' }
  expect(sent).toEqual([
    [
      'PATCH',
      '/api/v1/books/a%2Fb/metadata',
      '{"title":"x"}',
      { ...json, 'Content-Type': 'application/json', 'If-Match': '"1"' },
    ],
    ['GET', '/api/v1/user/preferences?keys=ui.theme%2Cui.accent', undefined, json],
  ])
})

test('headers of a success are available on request', async () => {
  serve(() => Response.json({ locks: {} }, { headers: { ETag: '"7"' } }))
  let version: string | null = null
  await api.get('/api/v1/books/{book_id}/metadata', {
    params: { book_id: 'x' },
    onHeaders: headers => {
      version = headers.get('etag')
    },
  })
  expect<string | null>(version).toBe('"7"')
})

test('the session of another user counts as expired, and the router is notified unless the call names another user', async () => {
  const heard: boolean[] = []
  whenSignedOut(byOther => heard.push(byOther))
  const asked: (string | null)[] = []
  serve(({ headers }) => {
    asked.push(new Headers(headers).get('X-Octavo-User'))
    return Response.json(
      { error: 'Conflict', message: 'Another user', details: { reason: 'other_user' } },
      { status: 409 },
    )
  })
  expectUser('ann')
  expect(await api.get('/api/v1/books').catch(caught => caught)).toMatchObject({ status: 401 })
  await api.get('/api/v1/books', { user: 'ben' }).catch(() => {})
  await api.get('/api/v1/books', { user: null }).catch(() => {})
  expectUser(null)
  await api.get('/api/v1/books').catch(() => {})
  expect(asked).toEqual(['ann', 'ben', null, null])
  expect(heard).toEqual([true])
})
