import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { forwardedBy, namesAProxy, plain } from './forwarded'
import type { Peer } from './identity'

/** Finds the client's address; forwarding headers count only from configured proxies, read from the right. */
export type PeerOf = (request: Request, socketAddress: string) => Peer

const LOOPBACK = /^(127\.|::1$)/

/** `trusted` holds addresses and networks in CIDR notation. */
export function createPeerOf(trusted: readonly string[]): PeerOf {
  const isProxy = trusted.length === 0 ? () => false : proxyCheck(blockList(trusted))
  return (request, socketAddress) => {
    const socket = plain(socketAddress)
    // A proxy on this machine that is unconfigured, or names no client, makes strangers look local.
    if (LOOPBACK.test(socket) && !namesAProxy(request.headers)) return { address: socket, local: true }
    const { hops, protocols } = forwardedBy(request.headers)
    if (!isProxy(socket)) {
      if (!LOOPBACK.test(socket)) return { address: socket, local: false }
      return {
        address: socket,
        local: false,
        isUnknown: true,
        ...(protocols.at(-1) === 'https' && { saysHttps: true }),
      }
    }
    let address = socket
    let last = 0
    let isNamed = false
    for (const [at, hop] of hops.toReversed().entries()) {
      if (!isIPv4(hop) && !isIPv6(hop)) break
      address = hop
      isNamed = true
      last = at
      if (!isProxy(hop)) break
    }
    // Each proxy appends its value; a single value comes from one of them.
    const protocol = protocols[Math.max(0, protocols.length - 1 - last)]
    // A proxy that names no client leaves its own address, which is not the client's.
    return {
      address,
      local: false,
      ...(!isNamed && { isUnknown: true as const }),
      ...(protocol === 'https' && { https: true }),
    }
  }
}

function proxyCheck(proxies: BlockList) {
  return (address: string) =>
    isIPv4(address) ? proxies.check(address, 'ipv4') : isIPv6(address) && proxies.check(address, 'ipv6')
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
