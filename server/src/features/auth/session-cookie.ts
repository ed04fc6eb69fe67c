import { AUTH_COOKIE } from '@octavo/contract/auth'
import { serialize } from 'hono/utils/cookie'
import { cameByHttps } from '../../http/own-address'

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

/** Our values need no decoding, and this is on the path of every picture of the web app. */
const VALUE = new RegExp(`(?:^|;)\\s*${AUTH_COOKIE}=([^;\\s]+)`)

export function cookieToken(request: Request): string | null {
  const header = request.headers.get('cookie')
  return (header && VALUE.exec(header)?.[1]) || null
}
