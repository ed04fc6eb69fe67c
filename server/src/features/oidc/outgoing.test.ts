import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { createLogger } from '../../kernel/log'
import type { Provider } from './provider'
import { createRelyingParty } from './relying-party'

setDefaultTimeout(60_000)

/** What is to stay unasked: nothing but providers that somebody has set up is spoken to. */
let hits: string[] = []
const canary = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    hits.push(`${request.method} ${new URL(request.url).pathname}`)
    return Response.json({ access_token: 'x', token_type: 'bearer' })
  },
})

type Answers = Readonly<Record<string, () => Response | Promise<Response>>>
let answers: Answers = {}
const issuer = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: request => answers[new URL(request.url).pathname]?.() ?? new Response(null, { status: 404 }),
})
afterAll(() => Promise.all([canary.stop(true), issuer.stop(true)]))
beforeEach(() => {
  hits = []
})

const BACK = 'http://localhost/api/v1/auth/oidc/test/callback'
const home = `http://127.0.0.1:${issuer.port}`
const elsewhere = `http://127.0.0.1:${canary.port}`
const description = (changes: object = {}) => ({
  ...{
    issuer: home,
    authorization_endpoint: `${home}/auth`,
    token_endpoint: `${home}/token`,
    jwks_uri: `${home}/keys`,
  },
  ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
  ...{ id_token_signing_alg_values_supported: ['RS256'], ...changes },
})
const DISCOVERY = '/.well-known/openid-configuration'
const described = (changes?: object): Answers => ({ [DISCOVERY]: () => Response.json(description(changes)) })
const moved = (status: number) => () => new Response(null, { status, headers: { Location: `${elsewhere}/latest` } })

let asked = 0
/** Each time another client, so that nothing of a provider is known already. */
const tryProvider = async () => {
  const provider: Provider = {
    ...{ name: 'test', displayName: 'Test', issuerUrl: home, clientId: `client-${asked++}`, clientSecret: 'secret' },
    ...{ scopes: ['openid'], roleMapping: {}, groupsClaim: 'groups', usernameClaim: 'name', emailClaim: 'email' },
    ...{ enabled: true, origin: 'app', createdAt: null, updatedAt: null },
  }
  const party = createRelyingParty({ log: createLogger('silent') })
  return party.accepts(provider, BACK).then(
    accepted => accepted,
    (error: Error) => error.message,
  )
}

test('A13: a provider that sends the server on to another address is not followed', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    answers = { [DISCOVERY]: moved(status) }
    expect([status, typeof (await tryProvider())]).toEqual([status, 'string'])
    answers = { ...described(), '/token': moved(status) }
    await tryProvider()
  }
  expect(hits).toEqual([])
})

test('A13: a description of another issuer, or of addresses that are none of the web, is refused', async () => {
  const lies = [
    { issuer: elsewhere },
    { token_endpoint: 'file:///etc/passwd' },
    { token_endpoint: 'gopher://127.0.0.1/' },
  ]
  for (const lie of lies) {
    answers = described(lie)
    expect(typeof (await tryProvider())).toBe('string')
  }
  expect(hits).toEqual([])
})

test('A13: an answer without an end is read up to a bound', async () => {
  let sent = 0
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(32))
        },
      }),
      { headers: { 'Content-Type': 'application/json' } },
    )
  answers = { [DISCOVERY]: endless }
  expect(await tryProvider()).toContain('cannot be reached')
  // A megabyte counts; what lies in the buffers of both ends comes on top of it.
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})
