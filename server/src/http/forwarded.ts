import { isIP } from 'node:net'

/** The proxies' information about a request; the nearest proxy's is last. */
export interface Forwarded {
  readonly hops: readonly string[]
  readonly protocols: readonly string[]
}

/** All headers by which a proxy describes the client. `X-Forwarded-Host` is not used: `Host` counts. */
const HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded'] as const

/** Reads `X-Forwarded-For` and `X-Forwarded-Proto`, or `Forwarded` (RFC 7239) where a proxy sends only that. */
export function forwardedBy(headers: Headers): Forwarded {
  const [hops, protocols] = [list(headers.get('x-forwarded-for')), list(headers.get('x-forwarded-proto'))]
  const elements = list(headers.get('forwarded'))
  const said = (name: string) =>
    elements.flatMap(element => new RegExp(`(?:^|;)\\s*${name}=("?)([^";]*)\\1`, 'i').exec(element)?.[2] ?? [])
  return {
    hops: hops.length > 0 ? hops.map(plain) : said('for').map(node => plain(withoutPort(node))),
    protocols: (protocols.length > 0 ? protocols : said('proto')).map(word => word.toLowerCase()),
  }
}

/** Headers added by proxies, load balancers and CDNs, besides every `X-Forwarded-…`. */
const SIGNS: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'x-original-forwarded-for'],
  ...['x-original-host', 'x-envoy-external-address', 'true-client-ip', 'fastly-client-ip', 'cdn-loop'],
  ...['cf-connecting-ip', 'cf-ray', 'x-azure-clientip', 'x-appengine-user-ip', 'fly-client-ip', 'tailscale-user-login'],
])

/**
 * Whether anything indicates a proxy. One that rewrites `Host` and adds nothing leaves no trace, so absence proves
 * nothing.
 */
export function namesAProxy(headers: Headers): boolean {
  for (const name of headers.keys()) if (SIGNS.has(name) || name.startsWith('x-forwarded-')) return true
  return isPublicName(headers.get('host'))
}

/** Domains that are not on the internet (RFC 6761, 6762, 8375, 9476), and those that routers assign. */
const HOME_NAME = /\.(localhost|local|home\.arpa|internal|lan|home|test)$/

/** Whether `Host` is a public name, which is not used from the machine's own loopback address. */
function isPublicName(host: string | null): boolean {
  const name = (host ?? '').trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  return name.includes('.') && isIP(name) === 0 && !name.startsWith('[') && !HOME_NAME.test(name)
}

/**
 * Removes forwarding headers that a client could forge, so that no later code trusts them. The protocol reported by a
 * trusted proxy stays as a single value; its client's address becomes the peer's.
 */
export function withoutHearsay(headers: Headers, { https = false }: { readonly https?: boolean }): void {
  for (const name of HEADERS) if (headers.has(name)) headers.delete(name)
  if (https) headers.set('x-forwarded-proto', 'https')
}

/** An IPv4 address in plain form, also from an IPv6 socket. */
export function plain(address: string): string {
  // Fast path: most are IPv4 already, and this runs for every request.
  if (!address.includes(':')) return address
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[(.*)\]$/, '$1')
}

/** `[2001:db8::1]:4711` and `192.0.2.1:80` contain addresses too. */
function withoutPort(node: string): string {
  return node.replace(/^(\[[^\]]*\]|\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

function list(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)
}
