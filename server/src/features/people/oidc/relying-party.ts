import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import { createFreshCache } from '../../../kernel/fresh-cache'
import type { Logger } from '../../../kernel/log'
import { allowedAddresses, fetchAt, type Lookup, reachOf } from '../../../platform/outgoing'
import { type Person, personOf } from './person.rules'
import { problem, problemOf } from './problem'
import type { Provider } from './provider'

/** Parameters sent to the provider and expected back. */
export interface Asked {
  readonly redirectUrl: string
  readonly state: string
  readonly nonce: string
  /** Code verifier (RFC 7636). */
  readonly verifier: string
}

/** Uses OpenID Connect with providers; the library does all checks of the protocol. */
export interface RelyingParty {
  /** The page to open. @throws unreachable */
  addressFor(provider: Provider, asked: Asked): Promise<string>
  /** The authenticated user. `search` is the query of the address that the provider has redirected the browser to. */
  personFrom(provider: Provider, search: string, asked: Asked): Promise<Person>
  /** Whether the provider accepts this client; null if it does not say. @throws unreachable */
  accepts(provider: Provider, redirectUrl: string): Promise<boolean | null>
}

const TIMEOUT_SECONDS = 8
/** How long provider metadata is cached; the library notices rotated keys sooner. */
const CACHE_MS = 10 * 60_000
/** Tolerated clock difference. */
const TOLERANCE_SECONDS = 30
const MAX_ANSWER_BYTES = 1024 * 1024

/** This server as the provider knows it. */
type Client = Pick<Provider, 'issuerUrl' | 'clientId' | 'clientSecret'>

/** `lookup` resolves a host name; by default the system's resolver. */
export function createRelyingParty({ log, lookup }: { readonly log: Logger; readonly lookup?: Lookup }): RelyingParty {
  const ofWorld = new LRUCache<string, true>({ max: 100 })
  const known = createFreshCache({
    load(key) {
      const own = JSON.parse(key) as Client
      return discover(own, fetchFor(own, ofWorld, lookup))
    },
    maxAgeMs: CACHE_MS,
    maxEntries: 100,
    now: () => performance.now(),
  })
  const configurationOf = ({ issuerUrl, clientId, clientSecret }: Client) =>
    known.get(JSON.stringify({ issuerUrl, clientId, clientSecret } satisfies Client))

  /** @throws errors with a code for the sign-in page */
  async function speaking<T>(provider: Provider, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (problemOf(error)) throw error
      const { name } = provider
      if (error instanceof client.AuthorizationResponseError) {
        log.info({ provider: name, error: error.error }, 'a provider has refused a sign-in')
        throw problem('refused', `${provider.displayName} refused the sign-in`)
      }
      if (isUnreachable(error)) {
        log.warn({ provider: name, reason: reasonOf(error) }, 'a provider does not answer')
        throw problem('unreachable', `${provider.displayName} cannot be reached. Try again in a moment.`)
      }
      log.warn({ provider: name, reason: reasonOf(error) }, 'the answer of a provider is not valid')
      throw problem('provider', `The answer of ${provider.displayName} is not valid: sign in again`)
    }
  }

  return {
    addressFor: (provider, { redirectUrl, state, nonce, verifier }) =>
      speaking(provider, async () => {
        const configuration = await configurationOf(provider)
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUrl,
          scope: [...new Set(['openid', ...provider.scopes])].join(' '),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        // From the provider's metadata; a browser would execute anything but a web address.
        if (!['https:', 'http:'].includes(url.protocol))
          throw new Error('the address of the sign-in page is not a web address')
        return url.href
      }),

    personFrom: (provider, search, { redirectUrl, state, nonce, verifier }) =>
      speaking(provider, async () => {
        const configuration = await configurationOf(provider)
        const address = new URL(redirectUrl)
        address.search = search
        const tokens = await client.authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('there is no ID token')
        const asks = configuration.serverMetadata().userinfo_endpoint !== undefined
        const more = asks ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
        // Only the signed token identifies the user.
        return personOf({ ...more, ...claims }, provider)
      }),

    accepts: (provider, redirectUrl) =>
      speaking(provider, async () => {
        known.forgetAll()
        ofWorld.delete(provider.issuerUrl)
        const configuration = await configurationOf(provider)
        const address = new URL(redirectUrl)
        const { issuer } = configuration.serverMetadata()
        address.search = new URLSearchParams({ code: 'octavo-asks-whether-you-know-it', iss: issuer }).toString()
        try {
          // An invalid code: the kind of refusal shows whether the provider knows the client.
          await client.authorizationCodeGrant(configuration, address, { pkceCodeVerifier: 'A'.repeat(43) })
          return true
        } catch (error) {
          if (error instanceof client.WWWAuthenticateChallengeError) return false
          if (!(error instanceof client.ResponseBodyError)) throw error
          if (error.error === 'invalid_grant') return true
          return ['invalid_client', 'unauthorized_client'].includes(error.error) ? false : null
        }
      }),
  }
}

function discover(
  { issuerUrl, clientId, clientSecret }: Client,
  fetchOfProvider: client.CustomFetch,
): Promise<client.Configuration> {
  const issuer = new URL(issuerUrl)
  return client.discovery(
    issuer,
    clientId,
    { [client.clockTolerance]: TOLERANCE_SECONDS },
    authenticationOf(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: fetchOfProvider,
      execute: [
        // Signatures are also checked where TLS alone would be enough, which plain HTTP is not.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/** By header if the provider supports it, as required (RFC 6749, 2.3.1); else in the body. */
function authenticationOf(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None()
  const [byHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const onlyBody = ways.includes('client_secret_post') && !ways.includes('client_secret_basic')
    return (onlyBody ? inBody : byHeader)(server, ...rest)
  }
}

/**
 * Fetches addresses from a provider's metadata. A local provider may refer to any address that a server can have. A
 * public one may refer to public addresses only: neither its metadata nor its name, once resolved to a public address,
 * leads into this network.
 */
function fetchFor({ issuerUrl }: Client, ofWorld: LRUCache<string, true>, lookup?: Lookup): client.CustomFetch {
  return async (address, options) => {
    const url = new URL(address)
    try {
      const issuer = new URL(issuerUrl).hostname
      const own = await allowedAddresses(issuer, ofWorld.get(issuerUrl) === undefined, lookup)
      const isHome = own.some(each => reachOf(each) === 'home')
      if (!isHome) ofWorld.set(issuerUrl, true)
      const addresses = url.hostname === issuer ? own : await allowedAddresses(url.hostname, isHome, lookup)
      return await boundedFetch(addresses, url, options as RequestInit)
    } catch (error) {
      if (problemOf(error)) throw error
      throw problem('unreachable', `The identity provider cannot be reached: ${(error as Error).message}`)
    }
  }
}

/** Providers are untrusted: responses are read up to a limit, and a server error counts as unreachable. */
async function boundedFetch(addresses: readonly string[], url: URL, options: RequestInit): Promise<Response> {
  let response: Response
  const parts: Uint8Array[] = []
  try {
    response = await fetchAt(addresses, url, options)
    let bytes = 0
    for await (const part of response.body ?? []) {
      bytes += part.byteLength
      if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
      parts.push(part)
    }
  } catch (error) {
    throw problem('unreachable', `The identity provider cannot be reached: ${(error as Error).message}`)
  }
  if (response.status >= 500) {
    throw problem('unreachable', `The identity provider failed with status ${response.status}`)
  }
  const { status, headers } = response
  const isBare = status === 204 || status === 304
  return new Response(isBare ? null : Buffer.concat(parts), { status, headers })
}

/** Its metadata is unavailable or of another provider: nobody has been authenticated yet. */
function isUnreachable(error: unknown): boolean {
  return causes(error).some(
    cause => problemOf(cause) === 'unreachable' || (cause as { code?: unknown }).code === 'OAUTH_TIMEOUT',
  )
}

function reasonOf(error: unknown): string {
  return causes(error)
    .map(cause => (cause instanceof Error ? cause.message : null))
    .filter(message => message !== null)
    .join(': ')
    .slice(0, 500)
}

function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  for (let one = error; one && found.length < 5; one = (one as { cause?: unknown }).cause) found.push(one)
  return found
}
