import { afterEach, expect, test } from 'bun:test'
import { fetchPart } from './fetch-part'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

const ask = (status: number, optional?: boolean) => {
  globalThis.fetch = (async () => new Response(null, { status })) as unknown as typeof globalThis.fetch
  const { signal } = new AbortController()
  return fetchPart({ address: '/part', signal, userId: 'u1', ...(optional && { optional }) }).catch(error => error)
}

test('a missing part is an error, unless some books lack it', async () => {
  expect(await ask(404)).toMatchObject({ status: 404 })
  expect(await ask(404, true)).toBeNull()
})

test('with the session of another user nothing is downloaded', async () => {
  expect(await ask(409)).toMatchObject({ status: 401 })
})
