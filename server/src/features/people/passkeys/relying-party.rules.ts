/** Relying party of a passkey: the domain that a browser ties it to, and the requesting page. */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
}

/**
 * Browsers support passkeys on HTTPS pages with a host name, and on localhost; not for IP addresses or plain HTTP. The
 * page sends its own origin, also through a proxy. With `baseUrl` only that page and localhost are allowed, without it
 * the requested host. Null: no passkeys on this page.
 */
export function relyingPartyOf(request: Request, baseUrl: string | null): RelyingParty | null {
  const asked = new URL(request.url)
  const page = URL.parse(request.headers.get('origin') ?? asked.origin)
  if (!page) return null
  const { hostname, origin, protocol } = page
  if (isThisMachine(hostname)) return { rpId: hostname, origin }
  if (protocol !== 'https:' || !isName(hostname)) return null
  const own = baseUrl === null ? page.host === asked.host : origin === new URL(baseUrl).origin
  return own ? { rpId: hostname, origin } : null
}

/** The allowed origin of answers: the configured one, else the one where the passkey was created. */
export function originOf(passkey: { readonly rpId: string; readonly origin: string }, baseUrl: string | null): string {
  const base = baseUrl === null ? null : new URL(baseUrl)
  return base?.hostname === passkey.rpId ? base.origin : passkey.origin
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost')
}

function isName(hostname: string): boolean {
  return !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname)
}
