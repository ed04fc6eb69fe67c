import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { createBoundedMap } from '../kernel/bounded-map'
import type { Peer } from './identity'

/** Tells the client's address; headers count only from configured proxies, read from the right. */
export type PeerOf = (request: Request, socketAddress: string) => Peer

const LOOPBACK = /^(127\.|::1$)/

/** `trusted` holds addresses and networks in CIDR notation. */
export function createPeerOf(trusted: readonly string[]): PeerOf {
  const isProxy = trusted.length === 0 ? () => false : remembered(proxyCheck(blockList(trusted)))
  return (request, socketAddress) => {
    const socket = plain(socketAddress)
    const forwarded = request.headers.get('x-forwarded-for')
    if (!isProxy(socket)) {
      // A proxy on this machine that nobody configured makes strangers look local.
      const viaProxy = forwarded !== null || request.headers.has('forwarded') || request.headers.has('x-real-ip')
      return { address: socket, local: LOOPBACK.test(socket) && !viaProxy }
    }
    const hops = (forwarded ?? '')
      .split(',')
      .map(hop => plain(hop.trim()))
      .filter(Boolean)
    let address = socket
    for (const hop of hops.reverse()) {
      if (!isIPv4(hop) && !isIPv6(hop)) break
      address = hop
      if (!isProxy(hop)) break
    }
    return { address, local: LOOPBACK.test(address) && hops.length === 0 }
  }
}

function proxyCheck(proxies: BlockList) {
  return (address: string) =>
    isIPv4(address) ? proxies.check(address, 'ipv4') : isIPv6(address) && proxies.check(address, 'ipv6')
}

/** Asking the list costs 80 µs, more than most answers; the same few proxies ask all the time. */
function remembered(check: (address: string) => boolean): (address: string) => boolean {
  const known = createBoundedMap<boolean>(1000)
  return address => {
    const found = known.get(address) ?? check(address)
    known.set(address, found)
    return found
  }
}

function blockList(trusted: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** An IPv4 address as such, also where the socket speaks IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[(.*)\]$/, '$1')
}
