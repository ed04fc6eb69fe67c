import { BlockList, isIPv4 } from 'node:net'
import { type AppError, refused } from '../kernel/app-error'
import type { Peer } from './identity'
import { cameByHttps } from './own-address'

/** Clients that may connect without HTTPS. This machine always may. */
export const PLAIN_HTTP = ['home', 'always', 'never'] as const
export type PlainHttp = (typeof PLAIN_HTTP)[number]

/** Networks that are not the internet (RFC 1918, 3927, 4193, 4291, 6598). */
const HOME: readonly (readonly [string, number])[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
]
const home = new BlockList()
for (const [network, bits] of HOME) home.addSubnet(network, bits, isIPv4(network) ? 'ipv4' : 'ipv6')

function isAtHome(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  return home.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6')
}

/** Null if a request is allowed as it is; the refusal if HTTPS is required. */
export function refusalOfPlain(request: Request, peer: Peer, mode: PlainHttp): AppError | null {
  if (mode === 'always' || peer.local || peer.saysHttps || cameByHttps(request)) return null
  if (mode === 'home' && !peer.isUnknown && isAtHome(peer.address)) return null
  const where = mode === 'home' ? ' from outside its own network' : ''
  const proxy = peer.isUnknown ? '. If a reverse proxy forwarded this request, add it to trusted_proxies' : ''
  return refused('Forbidden', 'https_needed', `This server requires HTTPS${where} (auth.plain_http)${proxy}`)
}

/** Strict-Transport-Security without `includeSubDomains`: other hosts of the domain may have no certificate. */
export function strictTransport(request: Request, days: number): string | null {
  return days > 0 && cameByHttps(request) ? `max-age=${days * 86_400}` : null
}
