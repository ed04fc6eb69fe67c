/** The header holds the word of a trusted proxy, or nothing: `http/listen` takes away what others say. */
export function cameByHttps(request: Request): boolean {
  return request.url.startsWith('https:') || request.headers.get('x-forwarded-proto') === 'https'
}

/** The address by which the server is reached: the configured one, or the one of this request. */
export function ownAddress(request: Request, baseUrl: string | null): string {
  if (baseUrl !== null) return baseUrl
  const { host } = new URL(request.url)
  return `${cameByHttps(request) ? 'https' : 'http'}://${host}`
}

/** Path under which a reverse proxy has put the server, without a slash at its end. */
export function ownPath(baseUrl: string | null): string {
  return baseUrl === null ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
}

/** `auto`: by HTTPS only, when that is how the person signed in. */
export type SecureCookies = 'auto' | 'true' | 'false'

export function isSecureCookie(request: Request, secure: SecureCookies): boolean {
  return secure === 'auto' ? cameByHttps(request) : secure === 'true'
}
