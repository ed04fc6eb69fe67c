import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Classifies an address: public, private (this machine or its networks), or invalid as a destination. */
export type Reach = 'world' | 'home' | 'nowhere'

/** All addresses of a name. */
export type Lookup = (name: string) => Promise<readonly string[]>

/** Private: loopback, private networks, carrier-grade NAT, unique local. */
const HOME = listOf(
  ['127.0.0.0', 8, '10.0.0.0', 8, '172.16.0.0', 12, '192.168.0.0', 16, '100.64.0.0', 10],
  ['::1', 128, 'fc00::', 7],
)
/** Metadata services of clouds at public addresses: Alibaba, Azure. */
const CLOUD = ['100.100.100.200', 32, '168.63.129.16', 32]
/** Never allowed: link-local, including cloud metadata, reserved and multicast addresses (RFC 6890). */
const NOWHERE = listOf(
  ['0.0.0.0', 8, '169.254.0.0', 16, '192.0.0.0', 24, '198.18.0.0', 15, '224.0.0.0', 3, ...CLOUD],
  [
    ...['::', 128, 'fe80::', 10, 'fec0::', 10, 'ff00::', 8, '100::', 64, '2001::', 32, 'fd00:ec2::254', 128],
    // Prefixes of local IPv4 translation (RFC 8215, RFC 7915), and of documentation.
    ...['64:ff9b:1::', 48, '::ffff:0:0:0', 96, '2001:db8::', 32, '3fff::', 20],
  ],
)
/** Prefixes that embed an IPv4 address: mapped, compatible, NAT64, 6to4. */
const EMBEDDED: readonly (readonly [RegExp, number])[] = [
  [/^0000:0000:0000:0000:0000:(ffff|0000):/, 6],
  [/^0064:ff9b:0000:0000:0000:0000:/, 6],
  [/^2002:/, 1],
]

export function reachOf(address: string): Reach {
  const plain = address.replace(/%.*$/, '')
  if (isIP(plain) === 0) return 'nowhere'
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
  if (NOWHERE.check(plain, family)) return 'nowhere'
  if (HOME.check(plain, family)) return 'home'
  const inner = family === 'ipv6' ? embeddedIn(plain) : null
  return inner === null ? 'world' : reachOf(inner)
}

/** The IPv4 address embedded in an IPv6 address. */
function embeddedIn(address: string): string | null {
  const groups = groupsOf(address)
  const found = EMBEDDED.find(([prefix]) => prefix.test(groups.join(':')))
  if (!found) return null
  const hex = `${groups[found[1]]}${groups[found[1] + 1]}`
  return [0, 2, 4, 6].map(at => Number.parseInt(hex.slice(at, at + 2), 16)).join('.')
}

/** The eight groups of an IPv6 address, four digits each. */
function groupsOf(address: string): string[] {
  // The URL parser writes them in hexadecimal, including an IPv4 address at the end.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const of = (part: string | undefined) => (part ? part.split(':') : [])
  const [before, after] = [of(left), of(right)]
  const zeros = Array.from({ length: right === undefined ? 0 : 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].map(group => group.padStart(4, '0'))
}

function listOf(v4: readonly (string | number)[], v6: readonly (string | number)[]): BlockList {
  const list = new BlockList()
  for (const [family, all] of [
    ['ipv4', v4],
    ['ipv6', v6],
  ] as const) {
    for (let at = 0; at < all.length; at += 2) list.addSubnet(String(all[at]), Number(all[at + 1]), family)
  }
  return list
}

async function bySystem(name: string): Promise<readonly string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address)
}

/** IPv4 first: DNS returns IPv6 addresses to machines without IPv6, too. */
const inOrder = (addresses: readonly string[]) => addresses.toSorted((a, b) => isIP(a) - isIP(b))

/**
 * The allowed addresses of a host. @throws Error if any of them is invalid, or private but not allowed: mixed results
 * indicate an attack.
 */
export async function allowedAddresses(
  hostname: string,
  mayBeHome: boolean,
  lookup: Lookup = bySystem,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await lookup(host)
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  for (const address of addresses) {
    const reach = reachOf(address)
    if (reach === 'nowhere') throw new Error(`${host} resolves to ${address}, which is not allowed`)
    if (reach === 'home' && !mayBeHome) throw new Error(`${host} resolves to ${address} in the local network`)
  }
  return inOrder(addresses)
}

const NOT_CONNECTED = new Set([
  'ConnectionRefused',
  'FailedToOpenSocket',
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

/**
 * Sends a request to checked addresses, one after the other until one connects. The name is not resolved again, so its
 * DNS cannot lead elsewhere after the check; certificates match the name.
 */
export async function fetchAt(addresses: readonly string[], url: URL, options: BunFetchRequestInit): Promise<Response> {
  let last: unknown
  for (const address of addresses) {
    const at = new URL(url)
    at.hostname = isIP(address) === 6 ? `[${address.replace(/%.*$/, '')}]` : address
    const headers = new Headers(options.headers)
    headers.set('Host', url.host)
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const tls = isIP(name) ? {} : { tls: { serverName: name } }
    try {
      return await fetch(at, { ...options, headers, ...tls, redirect: 'manual' })
    } catch (error) {
      if (!NOT_CONNECTED.has(String((error as { code?: unknown }).code))) throw error
      last = error
    }
  }
  throw last
}
