import { isUtf8 } from 'node:buffer'
import { secretPrefix } from '../api-keys'
import { type CookiePolicy, cookieToken } from './session-cookie'

/** Credentials of a request. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string; readonly by: 'bearer' | 'cookie' }
  /** `owner` is the required owner of the key; null for methods without a name. */
  | { readonly kind: 'api-key'; readonly secret: string; readonly owner: string | null }
  | { readonly kind: 'password'; readonly name: string; readonly password: string; readonly header: string }
  /** KOReader's credentials: `key` is the MD5 of the typed password. */
  | { readonly kind: 'reader-key'; readonly name: string; readonly key: string }
  | { readonly kind: 'unreadable' }

const UNREADABLE: Credentials = { kind: 'unreadable' }

/** Apps that also ask for a name can use this one. */
const ANY_OWNER = 'api'

/**
 * Uses one credential only: `Authorization` before `X-API-Key` before the cookie. A present header decides even if it
 * is invalid, so that a request never runs as an unintended user.
 */
export function credentialsOf(request: Request, cookies: CookiePolicy): Credentials {
  const authorization = request.headers.get('authorization')
  const apiKey = request.headers.get('x-api-key')
  if (authorization !== null) {
    const [scheme = '', value = ''] = splitOnce(authorization.trim(), ' ')
    if (scheme.toLowerCase() === 'bearer') return bearer(value.trim())
    if (scheme.toLowerCase() === 'basic') return basic(value.trim())
    if (apiKey === null) return UNREADABLE
  }
  if (apiKey !== null) return { kind: 'api-key', secret: apiKey.trim(), owner: null }
  const reader = request.headers.get('x-auth-user')
  if (reader !== null && isForKoreader(request))
    return readerKey(reader.trim(), request.headers.get('x-auth-key') ?? '')
  const token = cookieToken(request, cookies)
  return token ? { kind: 'token', token, by: 'cookie' } : { kind: 'none' }
}

function bearer(value: string): Credentials {
  if (value === '') return UNREADABLE
  return secretPrefix(value)
    ? { kind: 'api-key', secret: value, owner: null }
    : { kind: 'token', token: value, by: 'bearer' }
}

/** Name and password (RFC 7617); the password may be an API key, with its owner's name or `api`. */
function basic(value: string): Credentials {
  const decoded = decodeBase64(value)
  const parts = decoded === null ? null : splitOnce(decoded, ':')
  if (!parts) return UNREADABLE
  const [name, password] = parts
  if (password === undefined) return UNREADABLE
  if (secretPrefix(password)) return { kind: 'api-key', secret: password, owner: name === ANY_OWNER ? null : name }
  return { kind: 'password', name, password, header: value }
}

function isForKoreader({ url }: Request): boolean {
  return new URL(url).pathname.startsWith('/koreader/')
}

/** The name may be an API key: then the MD5 of the password is ignored. */
function readerKey(name: string, key: string): Credentials {
  return secretPrefix(name) ? { kind: 'api-key', secret: name, owner: null } : { kind: 'reader-key', name, key }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const place = text.indexOf(separator)
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + separator.length)]
}

/** UTF-8 as requested in the challenge; some apps send ISO 8859-1 all the same. */
function decodeBase64(text: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}
