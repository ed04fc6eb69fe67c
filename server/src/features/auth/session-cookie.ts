import { AUTH_COOKIE } from '@octavo/contract/auth'
import { parse, serialize } from 'hono/utils/cookie'

/** `auto`: by HTTPS only, when that is how the person signed in. */
export type CookieSecure = 'auto' | 'true' | 'false'

/** The `Set-Cookie` value that signs a browser in for `maxAge` seconds; 0 signs it out. */
export function sessionCookie(request: Request, secure: CookieSecure, token: string, maxAge: number): string {
  return serialize(AUTH_COOKIE, token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge,
    secure: secure === 'auto' ? cameByHttps(request) : secure === 'true',
  })
}

export function cookieToken(request: Request): string | null {
  const header = request.headers.get('cookie')
  return (header && parse(header, AUTH_COOKIE)[AUTH_COOKIE]) || null
}

/** A proxy's word is enough here: whoever forges it only keeps their own browser from sending the cookie. */
function cameByHttps(request: Request): boolean {
  if (request.url.startsWith('https:')) return true
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  return forwarded === 'https' || /\bproto="?https\b/i.test(request.headers.get('forwarded') ?? '')
}
