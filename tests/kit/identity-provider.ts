/// <reference path="./oidc-provider.d.ts" />
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { freePort } from './free-port'

export const CLIENT = { id: 'octavo', secret: 'a secret that nobody may see: 3f2a' } as const

/** An account at the provider, identified by `sub`. */
export interface Human {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** A real identity provider (oidc-provider of npm) on this machine, configured by a test. */
export interface IdentityProvider {
  readonly issuer: string
  /** The person at the browser; null shows a page with a button per account. */
  signsIn: Human | null
  /** Changes an ID token before it is signed with the provider's own key, or another. */
  lie: ((claims: JWTPayload) => JWTPayload) | null
  /** Signs with a key that is not the provider's. */
  forges: boolean
  /** Number of token endpoint responses so far. */
  tokensGiven: number
  close(): Promise<void>
}

const SCOPES = ['openid', 'profile', 'email', 'groups']

/** `redirects` are the addresses that it sends browsers back to; `known` may be chosen on its page. */
export async function openIdentityProvider(
  redirects: readonly string[],
  known: readonly Human[] = [],
): Promise<IdentityProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const [own, strange] = await Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })))
  if (!own || !strange) throw new Error('No keys')
  const humans = new Map<string, Human>(known.map(human => [human.sub, human]))

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirects,
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), alg: 'RS256', use: 'sig', kid: 'own' }] },
    cookies: { keys: ['for tests only'] },
    pkce: { required: () => true },
    scopes: SCOPES,
    claims: {
      openid: ['sub'],
      profile: ['preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups', 'realm_access'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => humans.get(id) ?? { sub: id } }),
    // Consent is skipped.
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope(SCOPES.join(' '))
      await grant.save()
      return grant
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })

  const state: Omit<IdentityProvider, 'close'> = { issuer, signsIn: null, lie: null, forges: false, tokensGiven: 0 }

  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || !body?.id_token) return
    state.tokensGiven += 1
    if (!state.lie && !state.forges) return
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
    const said = state.lie ? state.lie(claims) : claims
    const { privateKey } = state.forges ? strange : own
    const token = await new SignJWT(said).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(privateKey)
    context.body = { ...body, id_token: token }
  })

  const answer = provider.callback()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (!url.pathname.startsWith('/interaction/')) return answer(request, response)
    const chosen = state.signsIn ?? humans.get(url.searchParams.get('as') ?? '')
    if (!chosen)
      return void response.setHeader('Content-Type', 'text/html').end(pageFor(url.pathname, [...humans.keys()]))
    if (chosen === NOBODY) {
      const result = { error: 'access_denied', error_description: 'The person said no' }
      return void provider.interactionFinished(request, response, result)
    }
    humans.set(chosen.sub, chosen)
    void provider.interactionFinished(request, response, { login: { accountId: chosen.sub, remember: false } })
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return Object.assign(state, {
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** This person declines at the provider. */
export const NOBODY: Human = { sub: '' }

function pageFor(path: string, names: readonly string[]): string {
  const links = names.map(name => `<p><a href="${path}?as=${encodeURIComponent(name)}">Go on as ${name}</a></p>`)
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Identity provider</title><h1>Who are you?</h1>${links.join('')}</html>`
}

/** Follows the provider's pages like a browser, up to the redirect back; that is not opened. */
export async function walkThrough(provider: IdentityProvider, start: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(start)
  for (let step = 0; step < 10; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location)
      throw new Error(`The provider stays at ${url.href}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    url = new URL(location, url)
    if (url.origin !== provider.issuer) return url
  }
  throw new Error('The provider leads nowhere')
}
