import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { createLogger } from '../../../kernel/log'
import type { Lookup } from '../../../platform/outgoing'
import type { Provider } from './provider'
import { createRelyingParty } from './relying-party'

setDefaultTimeout(60_000)

/** Requests that must not be sent: only configured providers are contacted. */
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
  reasons = []
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
/** Log entries about unreachable providers. */
let reasons: string[] = []
const log = createLogger('silent')
log.warn = (facts: unknown) => void reasons.push((facts as { reason: string }).reason)

const providerAt = (issuerUrl: string): Provider => ({
  ...{ name: 'test', displayName: 'Test', issuerUrl, clientId: `client-${asked++}`, clientSecret: 'secret' },
  ...{ scopes: ['openid'], roleMapping: {}, groupsClaim: 'groups', usernameClaim: 'name', emailClaim: 'email' },
  ...{ enabled: true, origin: 'app', createdAt: null, updatedAt: null },
})
/** A new client each time, without cached provider metadata. */
const tryProvider = async (issuerUrl = home, lookup?: Lookup) => {
  const provider = providerAt(issuerUrl)
  const party = createRelyingParty({ log, ...(lookup && { lookup }) })
  return party.accepts(provider, BACK).then(
    accepted => accepted,
    (error: Error) => error.message,
  )
}

test('A13: redirects of a provider are not followed', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    answers = { [DISCOVERY]: moved(status) }
    expect([status, typeof (await tryProvider())]).toEqual([status, 'string'])
    answers = { ...described(), '/token': moved(status) }
    await tryProvider()
  }
  expect(hits).toEqual([])
})

test('A13: metadata of another issuer or with addresses other than HTTP is refused', async () => {
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

test('A13: an endless response is read up to a limit', async () => {
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
  // A megabyte counts; socket buffers of both ends come on top of it.
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})

test('A13: a host name is resolved once, and the connection uses that address even if DNS changes', async () => {
  const named = `http://issuer.test:${issuer.port}`
  const endpoints = { token_endpoint: `${named}/token`, jwks_uri: `${named}/keys`, issuer: named }
  answers = { ...described(endpoints), '/token': () => Response.json({ error: 'invalid_grant' }, { status: 400 }) }
  expect(await tryProvider(named, async () => ['127.0.0.1'])).toBe(true)
  let looked = 0
  const turning: Lookup = async () => [looked++ === 0 ? '127.0.0.1' : '169.254.169.254']
  expect(await tryProvider(named, turning)).toContain('cannot be reached')
  expect(reasons.at(-1)).toContain('which is not allowed')
})

test('A13: metadata cannot name internal addresses, directly or through DNS', async () => {
  const lookup: Lookup = async name => (name === 'cloud.test' ? ['169.254.169.254'] : ['127.0.0.1'])
  for (const host of ['169.254.169.254', '[fe80::1]', '0.0.0.0', '[::ffff:a9fe:a9fe]', '2852039166', 'cloud.test']) {
    answers = described({ token_endpoint: `http://${host}:${canary.port}/token` })
    expect(await tryProvider(home, lookup)).toContain('cannot be reached')
    expect([host, reasons.at(-1)]).toEqual([host, expect.stringContaining('which is not allowed')])
  }
  expect(hits).toEqual([])
})

test('A13: a provider with a public address cannot lead into the internal network later', async () => {
  answers = described()
  let looked = 0
  const rebinding: Lookup = async () => [looked++ === 0 ? '203.0.113.1' : '127.0.0.1']
  const provider = providerAt(`http://issuer.test:${issuer.port}`)
  const party = createRelyingParty({ log, lookup: rebinding })
  const back = { redirectUrl: BACK, state: 's', nonce: 'n', verifier: 'A'.repeat(43) }
  for (const reason of [/./, /resolves to 127\.0\.0\.1 in the local network/]) {
    await expect(party.addressFor(provider, back)).rejects.toThrow('cannot be reached')
    expect(reasons.at(-1)).toMatch(reason)
  }
})
