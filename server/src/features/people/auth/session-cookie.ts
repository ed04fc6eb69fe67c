import { AUTH_COOKIE, SECURE_AUTH_COOKIE } from '@octavo/contract/auth'
import { SEE_AS_COOKIE } from '@octavo/contract/see-as'
import { serialize } from 'hono/utils/cookie'
import { cameByHttps } from '../../../http/own-address'

/** `auto`: by HTTPS only, when that is how the person signed in. */
export type CookieSecure = 'auto' | 'true' | 'false'

function isSecure(request: Request, secure: CookieSecure): boolean {
  return secure === 'auto' ? cameByHttps(request) : secure === 'true'
}

/** The `Set-Cookie` value that signs a browser in for `maxAge` seconds; 0 signs it out. */
export function sessionCookie(request: Request, setting: CookieSecure, token: string, maxAge: number): string {
  const secure = isSecure(request, setting)
  const name = secure ? SECURE_AUTH_COOKIE : AUTH_COOKIE
  return serialize(name, token, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge, secure })
}

/** Our values need no decoding, and this is on the path of every picture of the web app. */
const PLAIN = new RegExp(`(?:^|;)\\s*${AUTH_COOKIE}=([^;\\s]+)`)
const SECURE = new RegExp(`(?:^|;)\\s*${SECURE_AUTH_COOKIE}=([^;\\s]+)`)

/**
 * The one name that counts for this request: by HTTPS none that a page of a neighbouring name, or somebody on a plain
 * connection, could have put there.
 */
export function cookieToken(request: Request, setting: CookieSecure): string | null {
  const header = request.headers.get('cookie')
  if (header === null) return null
  return (isSecure(request, setting) ? SECURE : PLAIN).exec(header)?.[1] ?? null
}

/** The `Set-Cookie` value by which everything is seen as somebody else; it counts beside a session's own only. */
export function seeAsCookie(request: Request, setting: CookieSecure, token: string, maxAge: number): string {
  const secure = isSecure(request, setting)
  return serialize(SEE_AS_COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge, secure })
}

const SEE_AS_VALUE = new RegExp(`(?:^|;)\\s*${SEE_AS_COOKIE}=([^;\\s]+)`)

export function seeAsCookieToken(request: Request): string | null {
  const header = request.headers.get('cookie')
  return (header && SEE_AS_VALUE.exec(header)?.[1]) || null
}
