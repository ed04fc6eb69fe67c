import { isIP } from 'node:net'

/**
 * Whether a page of our own, opened on this machine, sends the request. Being local is not enough: any web page can
 * make a browser on this machine send something here. Such a page says where it comes from in `Origin` and
 * `Sec-Fetch-Site`, or got here by a name of its own that it has pointed at this machine.
 */
export function isOpenedHere(request: Request, peer: { readonly local: boolean }): boolean {
  if (!peer.local) return false
  const { host, hostname } = new URL(request.url)
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const fromElsewhere =
    (origin !== null && URL.parse(origin)?.host !== host) ||
    (site !== null && site !== 'same-origin' && site !== 'none')
  return isOurName(hostname) && !fromElsewhere
}

/** Addresses, and the names that always mean this machine (RFC 6761). */
function isOurName(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 || bare === 'localhost' || bare.endsWith('.localhost')
}
