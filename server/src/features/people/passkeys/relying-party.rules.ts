/** Whom a passkey is made for: the name that a browser ties it to, and the page that asks. */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
}

/**
 * Browsers make passkeys on pages of a name by HTTPS, and of this machine; not by address, and not by plain HTTP.
 * The page says its origin itself, also through a proxy that changes the rest. With `baseUrl` only that page and this
 * machine count, without it the address that was asked. Null: there are no passkeys on this page.
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

/** The origin whose pages may answer with a passkey: that of the settings, else the one where it was made. */
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
