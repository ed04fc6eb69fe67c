import { readFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'

/** The kernel's table of connections (man proc_pid_net); Linux only. */
const LISTS = ['/proc/net/tcp', '/proc/net/tcp6']
const ESTABLISHED = '01'
/** Retransmissions without an acknowledgement: 6 seconds on a near connection, some more on a distant one. */
const MIN_RETRIES = 5

/** One endpoint of a connection. */
export interface SocketEnd {
  readonly address: string
  readonly port: number
}

/**
 * Peers that have left the network silently: they do not acknowledge data. Writes to them succeed all the same, and the
 * kernel gives up only after a quarter of an hour.
 */
export async function silentPeers(): Promise<(peer: SocketEnd) => boolean> {
  const texts = await Promise.all(LISTS.map(list => readFile(list, 'latin1').catch(() => '')))
  return silentPeersIn(texts.join('\n'))
}

/**
 * A peer that also has a live connection, to another of our addresses, is left out, as it is unclear which one is
 * meant.
 */
export function silentPeersIn(lists: string): (peer: SocketEnd) => boolean {
  const silent = new Set<string>()
  const alive = new Set<string>()
  for (const line of lists.split('\n')) {
    const [, , remote, state, queues, , retries] = line.trim().split(/\s+/)
    if (state !== ESTABLISHED || !remote || !queues || !retries) continue
    const isSilent = !queues.startsWith('00000000:') && Number.parseInt(retries, 16) >= MIN_RETRIES
    if (isSilent) silent.add(plainEnd(remote))
    else alive.add(plainEnd(remote))
  }
  return ({ address, port }) => {
    const end = `${hexOf(address)}:${port.toString(16).toUpperCase().padStart(4, '0')}`
    return silent.has(end) && !alive.has(end)
  }
}

/** Prefix of an IPv4 address on an IPv6 socket. */
const MAPPED = '0000000000000000FFFF0000'

function plainEnd(end: string): string {
  return end.startsWith(MAPPED) ? end.slice(MAPPED.length) : end
}

/** The kernel's format: 32-bit words in little-endian byte order, as on all processors that Bun supports. */
function hexOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const bytes = isIPv4(bare) ? bare.split('.').map(Number) : bytesOfIPv6(bare)
  const words = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.slice(4 * at, 4 * at + 4).reverse())
  return words
    .flat()
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

function bytesOfIPv6(address: string): readonly number[] {
  const [left = '', right = ''] = address.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === '' ? [] : right.split(':')
  const gap = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...gap, ...tail].flatMap(group => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}
