import { afterEach, expect, test } from 'bun:test'
import { fetchPart } from './fetch-part'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

const ask = (status: number, optional?: boolean, body?: object) => {
  const answer = () => new Response(body ? JSON.stringify(body) : null, { status })
  globalThis.fetch = (async () => answer()) as unknown as typeof globalThis.fetch
  const { signal } = new AbortController()
  return fetchPart({ address: '/part', signal, userId: 'u1', ...(optional && { optional }) }).catch(error => error)
}

test.each([404, 422])('a missing or damaged part (%d) is an error unless it is optional', async status => {
  expect(await ask(status)).toMatchObject({ status })
  expect(await ask(status, true)).toBeNull()
})

test('nothing is downloaded with the session of another user', async () => {
  const body = { error: 'Conflict', message: 'Another user', details: { reason: 'other_user' } }
  expect(await ask(409, false, body)).toMatchObject({ status: 401 })
})

test('a book whose file has changed fails alone, without waiting for a session', async () => {
  expect(await ask(409, false, { error: 'Conflict', message: 'The file has changed' })).toMatchObject({ status: 409 })
  expect(await ask(409)).toMatchObject({ status: 409 })
})
