import { isIP } from 'node:net'

/**
 * Whether a page of another site sends the request: any web page can make a nearby browser send requests here. Such a
 * page shows in `Origin` and `Sec-Fetch-Site`, or uses its own host name pointed at the server (DNS rebinding).
 */
export function isFromOtherSite(request: Request): boolean {
  const { host, hostname } = new URL(request.url)
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (origin === null && site === null) return false
  const fromElsewhere =
    (origin !== null && URL.parse(origin)?.host !== host) ||
    (site !== null && site !== 'same-origin' && site !== 'none')
  return fromElsewhere || !isOwnName(hostname)
}

/** Addresses, and the names that always mean this machine (RFC 6761). */
function isOwnName(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 || bare === 'localhost' || bare.endsWith('.localhost')
}
