import type { Hono } from 'hono'
import { serialize } from 'hono/utils/cookie'
import { LRUCache } from 'lru-cache'
import type { SignIn } from '../../features/people/auth'
import type { LiveSessions } from '../../features/people/sessions'
import type { Account, AccountCache } from '../../features/people/users'
import type { HttpEnv, Identify, Peer } from '../../http/identity'
import { isSecureCookie, ownPath, type SecureCookies } from '../../http/own-address'
import type { Viewer } from '../../kernel/viewer'
import { KOMGA_MOUNT, type KomgaSwitch } from './mount'

const SESSION = 'KOMGA-SESSION'
const REMEMBERED = 'komga-remember-me'
const TOKEN_HEADER = 'X-Auth-Token'

export interface SessionDeps {
  readonly accounts: AccountCache
  readonly sessions: LiveSessions
  readonly signIn: SignIn
  readonly cookies: { readonly secure: SecureCookies }
  readonly baseUrl: string | null
  readonly now: () => KomgaSwitch
  /** Lifetime of an unused session in days. */
  readonly sessionDays: number
}

const MOST_REMEMBERED = 10_000

/**
 * Komga apps send a password once and a cookie from then on; below the prefix that cookie, or the header that replaces
 * it, is a sign-in like that of the web app.
 */
export function withKomgaSession(identify: Identify, pathOf: (request: Request) => string): Identify {
  return async (request, peer, mayTryPassword) => {
    const { headers } = request
    const isOwn = headers.has('authorization') || headers.has('x-api-key')
    if (isOwn || !pathOf(request).startsWith(`${KOMGA_MOUNT}/`)) return identify(request, peer, mayTryPassword)
    const cookies = headers.get('cookie') ?? ''
    const given = [headers.get(TOKEN_HEADER), cookieNamed(cookies, SESSION), cookieNamed(cookies, REMEMBERED)]
    const tokens = given.filter(token => token !== null && token !== '')
    for (const [at, token] of tokens.entries()) {
      const asked = new Request(request.url, { headers: { authorization: `Bearer ${token}` } })
      const identity = await identify(asked, peer, mayTryPassword)
      // Cross-site requests with the cookie are refused, as with any cookie.
      if (identity.kind === 'known')
        return { ...identity, by: token === headers.get(TOKEN_HEADER) ? 'bearer' : 'cookie' }
      if (at === tokens.length - 1) return identity
    }
    return identify(request, peer, mayTryPassword)
  }
}

/** Sets a cookie for every app that has sent a password. */
export function giveKomgaSessions(app: Hono<HttpEnv>, deps: SessionDeps): void {
  // An app without cookies sends its password each time, and still has only one session.
  const known = new LRUCache<string, { readonly sessionId: string; readonly token: string }>({ max: MOST_REMEMBERED })
  const starting = new Map<string, Promise<string>>()

  async function tokenFor(viewer: Viewer, request: Request, peer: Peer): Promise<string | null> {
    const account = await deps.accounts.get(viewer.userId)
    if (!account) return null
    const key = `${viewer.userId} ${account.credentialsVersion} ${request.headers.get('user-agent') ?? ''}`
    const held = known.get(key)
    if (held && (await deps.sessions.get(held.sessionId, account))) return held.token
    // Apps start with many concurrent requests.
    const other = starting.get(key)
    if (other) return other
    const started = start(key, account, request, peer).finally(() => starting.delete(key))
    starting.set(key, started)
    return started
  }

  async function start(key: string, account: Account, request: Request, peer: Peer): Promise<string> {
    // Without its cookies: the web app in the same browser stays signed in.
    const headers = new Headers(request.headers)
    headers.delete('cookie')
    const caller = { request: new Request(request.url, { headers }), peer, isPage: true }
    const { cookieToken: token, sessionId } = await deps.signIn.start(account, caller, 'password')
    known.set(key, { sessionId, token })
    return token
  }

  app.use(`${KOMGA_MOUNT}/*`, async (context, next) => {
    await next()
    const { identity } = context.var
    const request = context.req.raw
    const isLogout = context.req.path.endsWith('/logout')
    if (identity?.kind !== 'known' || context.res.status >= 400) return
    const isByPassword = identity.by === 'basic'
    const wantsHeader = request.headers.has(TOKEN_HEADER)
    if (!isByPassword || isLogout) return
    const token = await tokenFor(identity.viewer, request, context.env.peer)
    if (token === null) return
    const options = cookieOptions(request, deps)
    const { headers } = context.res
    headers.append('Set-Cookie', serialize(SESSION, token, options))
    if (new URL(request.url).searchParams.get('remember-me') === 'true') {
      headers.append('Set-Cookie', serialize(REMEMBERED, token, { ...options, maxAge: deps.sessionDays * 86_400 }))
    }
    if (wantsHeader) headers.set(TOKEN_HEADER, token)
  })
}

/** Headers with a new token of a session whose password has changed: the app stays signed in. */
export async function continueKomga(
  request: Request,
  account: Account,
  sessionId: string,
  deps: CookieDeps & Pick<SessionDeps, 'signIn' | 'sessionDays'>,
): Promise<Headers> {
  const { cookieToken: token } = await deps.signIn.goOn(account, sessionId, request)
  const options = cookieOptions(request, deps)
  const headers = new Headers({ 'Cache-Control': 'no-store', 'Set-Cookie': serialize(SESSION, token, options) })
  if (cookieNamed(request.headers.get('cookie') ?? '', REMEMBERED) !== null) {
    headers.append('Set-Cookie', serialize(REMEMBERED, token, { ...options, maxAge: deps.sessionDays * 86_400 }))
  }
  if (request.headers.has(TOKEN_HEADER)) headers.set(TOKEN_HEADER, token)
  return headers
}

/** Headers that delete the cookies. */
export function leaveKomga(request: Request, deps: CookieDeps): Headers {
  const options = { ...cookieOptions(request, deps), maxAge: 0 }
  return new Headers([SESSION, REMEMBERED].map(name => ['Set-Cookie', serialize(name, '', options)]))
}

type CookieDeps = Pick<SessionDeps, 'baseUrl' | 'cookies' | 'now'>

function cookieOptions(request: Request, { baseUrl, cookies, now }: CookieDeps) {
  const path = `${ownPath(baseUrl)}/${now().prefix}`
  return { httpOnly: true, sameSite: 'Lax', path, secure: isSecureCookie(request, cookies.secure) } as const
}

function cookieNamed(cookies: string, name: string): string | null {
  const start = `${name}=`
  const found = cookies.split(';').find(part => part.trim().startsWith(start))
  return found ? found.trim().slice(start.length) : null
}
