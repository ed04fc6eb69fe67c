/** A proxy's word is enough here: whoever forges it only keeps their own browser from sending the cookie. */
export function cameByHttps(request: Request): boolean {
  if (request.url.startsWith('https:')) return true
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  return forwarded === 'https' || /\bproto="?https\b/i.test(request.headers.get('forwarded') ?? '')
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
