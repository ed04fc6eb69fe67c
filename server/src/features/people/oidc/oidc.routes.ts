import { randomBytes } from 'node:crypto'
import {
  beginOidcLogin,
  finishOidcLogin,
  listOidcProviders,
  OIDC_COOKIE,
  OIDC_DONE_PATH,
  type OidcProvidersResponse,
} from '@octavo/contract/oidc'
import { isPlaceInside } from '@octavo/contract/place'
import { parse, serialize } from 'hono/utils/cookie'
import type { Binder } from '../../../http/bind'
import type { Peer } from '../../../http/identity'
import { cameByHttps, ownAddress, ownPath } from '../../../http/own-address'
import { createRateLimiter, waitSeconds } from '../../../http/rate-limit'
import { type AppError, refused } from '../../../kernel/app-error'
import type { Notify } from '../account-links'
import type { SignIn } from '../auth'
import { userInfo } from '../users'
import type { Found } from './find-account'
import type { Flow } from './flows.store'
import { problemOf } from './problem'
import type { Provider } from './provider'
import { beginFlow, FLOW_MS, type FlowDeps, finishFlow, resumeFlow, type SignInTarget } from './sign-in-by-provider'

export interface OidcDeps extends FlowDeps {
  readonly signIn: SignIn
  /** Base path set by a reverse proxy. */
  readonly baseUrl: string | null
  readonly notify: Notify
}

const PATH = '/api/v1/auth/oidc'
/** Sign-in attempts per network: a school at the start of a lesson, then one every two seconds. */
const ALLOWANCE = { perSecond: 1 / 2, burst: 40 }
const LIMITS = { enabled: true, anonymous: ALLOWANCE, authenticated: ALLOWANCE }

/** Begins a sign-in in the requesting browser; returns the page to open. */
export type Begin = (
  provider: string,
  caller: { readonly request: Request; readonly peer: Peer },
  target: Pick<SignInTarget, 'appUrl' | 'next' | 'linkUserPk'>,
) => Promise<Response>

/** Sign-in with identity providers. Returns how another feature begins it, such as the profile. */
export function oidcRoutes(binder: Binder, deps: OidcDeps): Begin {
  const { providers, settings, now, signIn, baseUrl } = deps
  const limiter = createRateLimiter(() => LIMITS, now)

  binder.bindPublic(listOidcProviders, async (): Promise<OidcProvidersResponse> => {
    const open = await providers.open()
    return {
      enabled: open.length > 0,
      providers: open.map(({ name, displayName }) => ({ name, displayName, loginUrl: `${PATH}/${name}/login` })),
    }
  })

  const begin: Begin = async (name, { request, peer }, target) => {
    const provider = await openProvider(name)
    const verdict = limiter.take({ address: peer.address })
    if (!verdict.allowed) return waitSeconds(Math.max(1, verdict.resetSeconds))
    // Several sign-ins may be in progress in one browser: all are tied to the same cookie.
    const browser = target.appUrl === null ? (browserOf(request) ?? randomBytes(32).toString('base64url')) : null
    const redirectUrl = callbackOf(request, baseUrl, provider.name)
    const redirect = await beginFlow(deps, provider, { ...target, redirectUrl, browser })
    const headers = new Headers({ 'Cache-Control': 'no-store' })
    if (browser) headers.append('Set-Cookie', browserCookie(request, browser, ownPath(baseUrl)))
    return Response.json({ redirectUrl: redirect }, { headers })
  }

  async function openProvider(name: string): Promise<Provider> {
    const provider = (await providers.open()).find(one => one.name === name)
    if (!provider) throw refused('BadRequest', 'provider_gone', 'There is no such identity provider here')
    return provider
  }

  binder.bindPublic(beginOidcLogin, async ({ params, body, request, peer }) => {
    const appUrl = body.redirectUri ?? null
    if (appUrl !== null && !(await settings.get('auth.oidc.allowed_redirect_uris')).includes(appUrl)) {
      throw refused(
        'BadRequest',
        'place_refused',
        'redirectUri is not one of those that this server allows',
        'redirectUri',
      )
    }
    const next = body.next ?? null
    if (next !== null && !isPlaceInside(next))
      throw refused('BadRequest', 'place_refused', 'next must be a path inside the app', 'next')
    return begin(params.provider, { request, peer }, { appUrl, next, linkUserPk: null })
  })

  binder.bindPublic(finishOidcLogin, async ({ params, query, request, peer, viewer, url }) => {
    let flow: Flow | null = null
    try {
      const { state = '' } = query
      flow = await resumeFlow(deps, { provider: params.provider, state, browser: browserOf(request) })
      const found = await finishFlow(deps, flow, { state, search: url.search, viewer })
      if (flow.link_user_pk !== null) deps.notify(found.account, 'identity_linked')
      if (flow.link_user_pk !== null) return goTo(ownPath(baseUrl) + (flow.next ?? '/'))
      if (flow.app_url !== null) return await letAppIn(flow.app_url, found, params.provider, { request, peer })
      const { headers } = await signIn.start(found.account, { request, peer, isPage: true }, 'oidc')
      const next = flow.next && flow.next !== '/' ? `?${new URLSearchParams({ next: flow.next })}` : ''
      return goTo(`${ownPath(baseUrl)}${OIDC_DONE_PATH}${next}`, headers)
    } catch (error) {
      const name = problemOf(error)
      if (name === null) throw error
      return goTo(placeOfProblem(flow, name, (error as AppError).message))
    }
  })

  /** Tokens for an app, in the fragment of its URL. The session of this browser is unchanged. */
  async function letAppIn(
    appUrl: string,
    { account, isNew }: Found,
    provider: string,
    { request, peer }: { readonly request: Request; readonly peer: Peer },
  ): Promise<Response> {
    const headers = new Headers(request.headers)
    headers.delete('cookie')
    const strange = { request: new Request(request.url, { headers }), peer, isPage: false }
    const { accessToken, refreshToken, expiresIn } = await signIn.start(account, strange, 'oidc')
    const answer = {
      ...{ accessToken, refreshToken, tokenType: 'Bearer', expiresIn },
      ...{ user: userInfo(account), newAccount: isNew, provider },
    }
    return goTo(`${appUrl}#${Buffer.from(JSON.stringify(answer)).toString('base64url')}`)
  }

  function placeOfProblem(flow: Flow | null, name: string, message: string): string {
    if (flow?.app_url) {
      const target = new URL(flow.app_url)
      target.searchParams.set('error', name)
      target.searchParams.set('error_description', message)
      return target.href
    }
    const page = flow?.link_user_pk != null ? '/profile' : '/sign-in'
    const query = new URLSearchParams({ problem: name, ...(flow?.next && page === '/sign-in' && { next: flow.next }) })
    return `${ownPath(baseUrl)}${page}?${query}`
  }

  return begin
}

/** The redirect URI given to a provider. */
export function callbackOf(request: Request, baseUrl: string | null, provider: string): string {
  return `${ownAddress(request, baseUrl)}${PATH}/${provider}/callback`
}

function goTo(location: string, given?: Headers): Response {
  const headers = new Headers(given)
  headers.set('Cache-Control', 'no-store')
  headers.set('Location', location)
  return new Response(null, { status: 303, headers })
}

const BROWSER = /^[\w-]{43}$/

function browserOf(request: Request): string | null {
  const value = parse(request.headers.get('cookie') ?? '', OIDC_COOKIE)[OIDC_COOKIE]
  return value && BROWSER.test(value) ? value : null
}

function browserCookie(request: Request, browser: string, path: string): string {
  return serialize(OIDC_COOKIE, browser, {
    httpOnly: true,
    // The redirect back starts at another site.
    sameSite: 'Lax',
    path: path + PATH,
    maxAge: FLOW_MS / 1000,
    secure: cameByHttps(request),
  })
}
