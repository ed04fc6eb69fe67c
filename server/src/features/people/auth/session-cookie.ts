import { AUTH_COOKIE } from '@octavo/contract/auth'
import { SEE_AS_COOKIE } from '@octavo/contract/see-as'
import { serialize } from 'hono/utils/cookie'
import { isSecureCookie, ownPath, type SecureCookies } from '../../../http/own-address'

export interface CookiePolicy {
  readonly secure: SecureCookies
  /** Base path of the server: another one on the same host, below another path, has its own cookies. */
  readonly path: string
}

export function cookiePolicy(secure: CookiePolicy['secure'], baseUrl: string | null): CookiePolicy {
  return { secure, path: ownPath(baseUrl) || '/' }
}

/** Browsers accept `__Host-` for the path `/` only. */
function nameOf(request: Request, policy: CookiePolicy): string {
  if (!isSecureCookie(request, policy.secure)) return AUTH_COOKIE
  return `${policy.path === '/' ? '__Host-' : '__Secure-'}${AUTH_COOKIE}`
}

/** The `Set-Cookie` headers that sign a browser in for `maxAge` seconds; 0 signs it out. */
export function sessionCookies(
  request: Request,
  policy: CookiePolicy,
  token: string,
  maxAge: number,
): ['Set-Cookie', string][] {
  const { path } = policy
  const options = { httpOnly: true, sameSite: 'Lax', secure: isSecureCookie(request, policy.secure) } as const
  const cookies = [serialize(nameOf(request, policy), token, { ...options, path, maxAge })]
  // A cookie from before the server had a base path.
  if (path !== '/') {
    cookies.push(serialize(nameOf(request, { ...policy, path: '/' }), '', { ...options, path: '/', maxAge: 0 }))
  }
  return cookies.map(cookie => ['Set-Cookie', cookie])
}

/** Our values need no decoding, and this runs for every picture of the web app. */
const VALUES = new Map(
  ['', '__Host-', '__Secure-'].map(prefix => {
    const name = `${prefix}${AUTH_COOKIE}`
    return [name, new RegExp(`(?:^|;)\\s*${name}=([^;\\s]+)`)]
  }),
)

/**
 * The cookie name that counts for this request. On HTTPS it is one that neither a sibling domain nor an attacker on plain
 * HTTP could have set.
 */
export function cookieToken(request: Request, policy: CookiePolicy): string | null {
  const header = request.headers.get('cookie')
  if (header === null) return null
  return VALUES.get(nameOf(request, policy))?.exec(header)?.[1] ?? null
}

/** The `Set-Cookie` value for viewing as another user; valid only together with the session cookie. */
export function seeAsCookie(request: Request, policy: CookiePolicy, token: string, maxAge: number): string {
  const secure = isSecureCookie(request, policy.secure)
  return serialize(SEE_AS_COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: policy.path, maxAge, secure })
}

const SEE_AS_VALUE = new RegExp(`(?:^|;)\\s*${SEE_AS_COOKIE}=([^;\\s]+)`)

export function seeAsCookieToken(request: Request): string | null {
  const header = request.headers.get('cookie')
  return (header && SEE_AS_VALUE.exec(header)?.[1]) || null
}
