import { afterEach, expect, test } from 'bun:test'
import { ApiError } from './api-error'
import { addressOf, api, retryAfterSeconds, whenSignedOut } from './client'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  whenSignedOut(() => {})
})

/** What the network answers: the client speaks in paths, as in a page, and there is no page here. */
function serve(answer: (init: RequestInit) => Response | Promise<Response>): void {
  globalThis.fetch = (async (_path: string, init: RequestInit) => answer(init)) as typeof globalThis.fetch
}

test('addresses: values encoded, empty ones left out', () => {
  expect(addressOf('/books/list', { page: 2, sort: 'title,asc', q: '', x: null, y: undefined })).toBe(
    '/api/v1/books/list?page=2&sort=title%2Casc',
  )
  expect(addressOf('/books', { q: 'a&b=c' })).toBe('/api/v1/books?q=a%26b%3Dc')
})

test('Retry-After is seconds; without it one second', () => {
  expect(retryAfterSeconds('3')).toBe(3)
  expect(retryAfterSeconds('0')).toBe(0)
  expect(retryAfterSeconds(null)).toBe(1)
  expect(retryAfterSeconds('soon')).toBe(1)
})

test('the body of a refusal becomes an ApiError', async () => {
  serve(() => Response.json({ error: 'Conflict', message: 'The name is taken' }, { status: 409 }))
  const error = await api.post('/libraries', { body: {} }).catch(caught => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, code: 'Conflict', message: 'The name is taken' })
})

test('a refusal that is no JSON is still told', async () => {
  serve(() => new Response('<html>Bad gateway</html>', { status: 502, statusText: 'Bad Gateway' }))
  expect(await api.get('/books').catch(caught => caught)).toMatchObject({ status: 502, code: '502' })
})

test('no content is no body', async () => {
  serve(() => new Response(null, { status: 204 }))
  expect(await api.delete('/libraries/x')).toBeUndefined()
})

test('a limited request is made again', async () => {
  let asked = 0
  serve(() => {
    asked += 1
    const limited = { error: 'rate_limit_exceeded', message: 'Wait 0 seconds', retry_after: 0 }
    return asked < 3
      ? Response.json(limited, { status: 429, headers: { 'Retry-After': '0' } })
      : Response.json({ name: 'Octavo' })
  })
  expect(await api.get('/info')).toEqual({ name: 'Octavo' })
  expect(asked).toBe(3)
})

test('a limit that does not end is told in the end', async () => {
  serve(() =>
    Response.json({ error: 'rate_limit_exceeded', message: 'no' }, { status: 429, headers: { 'Retry-After': '0' } }),
  )
  expect(await api.get('/info').catch(caught => caught)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
})

test('an ended session leads to the sign-in page, unless the call may be refused', async () => {
  let left = 0
  whenSignedOut(() => {
    left += 1
  })
  serve(() => Response.json({ error: 'Unauthorized', message: 'Sign in' }, { status: 401 }))
  await api.get('/auth/me', { anonymous: true }).catch(() => {})
  expect(left).toBe(0)
  await api.get('/books').catch(() => {})
  expect(left).toBe(1)
})

test('no answer at all is status 0', async () => {
  serve(() => Promise.reject(new TypeError('failed to fetch')))
  expect(await api.get('/books').catch(caught => caught)).toMatchObject({ status: 0, code: 'Offline' })
})

test('a request is given up with its signal', async () => {
  serve(init => new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))))
  const giveUp = new AbortController()
  const asked = api.get('/books', { signal: giveUp.signal }).catch(caught => caught)
  giveUp.abort()
  expect(await asked).toMatchObject({ name: 'AbortError' })
})

test('whoever waits for an answer is told of a limit at once, and for how long', async () => {
  let asked = 0
  serve(() => {
    asked += 1
    const limited = { error: 'rate_limit_exceeded', message: 'Wait 30 seconds', retry_after: 30 }
    return Response.json(limited, { status: 429, headers: { 'Retry-After': '30' } })
  })
  const error = await api.post('/auth/login', { body: {}, anonymous: true, impatient: true }).catch(caught => caught)
  expect(error).toMatchObject({ status: 429, retryAfter: 30 })
  expect(asked).toBe(1)
})
