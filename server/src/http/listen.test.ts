import { afterAll, expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { HttpEnv } from './identity'
import { type Listening, listen } from './listen'
import { cameByHttps, ownAddress } from './own-address'
import { createPeerOf } from './peer'

const open: Listening[] = []
afterAll(() => Promise.all(open.map(server => server.stop(0))))

/** A server that returns its view of a request; `trusted` are its proxies. */
function believing(trusted: readonly string[]) {
  const app = new Hono<HttpEnv>()
  app.all('*', context => {
    const { req, env } = context
    return context.json({
      ...{ https: cameByHttps(req.raw), address: env.peer.address, local: env.peer.local },
      ...{ own: ownAddress(req.raw, null).replace(/:\d+$/, '') },
    })
  })
  const server = listen(app, { hostname: '127.0.0.1', port: 0 }, createPeerOf(trusted))
  open.push(server)
  return async (headers: Record<string, string>, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${server.port}/`, { method, headers })).json()
}

const FORGED = {
  ...{ 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-For': '203.0.113.9' },
  ...{ Forwarded: 'for=203.0.113.9;proto=https;host=evil.example', 'X-Real-IP': '203.0.113.9' },
}

test('only a configured proxy is trusted with the protocol, the host and the address', async () => {
  const ask = believing([])
  const plain = { https: false, address: '127.0.0.1', own: 'http://127.0.0.1' }
  expect(await ask({})).toEqual({ ...plain, local: true })
  for (const method of ['GET', 'POST']) expect(await ask(FORGED, method)).toEqual({ ...plain, local: false })
  expect(await ask({ Forwarded: 'proto=https' })).toEqual({ ...plain, local: false })
})

test('a configured proxy is believed, but for another host than the one in Host', async () => {
  const ask = believing(['127.0.0.0/8'])
  expect(await ask(FORGED)).toEqual({ https: true, address: '203.0.113.9', local: false, own: 'https://127.0.0.1' })
  expect(await ask({ ...FORGED, 'X-Forwarded-Proto': 'https, http' })).toMatchObject({ https: false })
})
