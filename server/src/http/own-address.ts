/** The header comes from a trusted proxy, or is absent: `http/listen` removes others. */
export function cameByHttps(request: Request): boolean {
  return request.url.startsWith('https:') || request.headers.get('x-forwarded-proto') === 'https'
}

/** The server's own address: configured, or derived from this request. */
export function ownAddress(request: Request, baseUrl: string | null): string {
  if (baseUrl !== null) return baseUrl
  const { host } = new URL(request.url)
  return `${cameByHttps(request) ? 'https' : 'http'}://${host}`
}

/** Base path set by a reverse proxy, without a trailing slash. */
export function ownPath(baseUrl: string | null): string {
  return baseUrl === null ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
}

/** `auto`: HTTPS only, if the person signed in that way. */
export type SecureCookies = 'auto' | 'true' | 'false'

export function isSecureCookie(request: Request, secure: SecureCookies): boolean {
  return secure === 'auto' ? cameByHttps(request) : secure === 'true'
}
