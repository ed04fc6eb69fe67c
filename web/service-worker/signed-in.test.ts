/// <reference types="bun-types/test" />
import { expect, test } from 'bun:test'

test('a sign-out counts that is reported while the stored user is being read', async () => {
  const { promise: read, resolve: answer } = Promise.withResolvers<Response>()
  Object.assign(globalThis, {
    self: globalThis,
    registration: { scope: 'https://books.example/' },
    caches: { open: async () => ({ match: () => read }) },
  })
  const { setSignedIn, signedIn } = await import('./signed-in')
  const asked = signedIn()
  setSignedIn(null)
  answer(new Response('u1'))
  expect(await asked).toBeNull()
  expect(await signedIn()).toBeNull()
})
