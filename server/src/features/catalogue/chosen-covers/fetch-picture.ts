import { AppError, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { allowedAddresses, fetchAt, type Lookup } from '../../../platform/outgoing'

/** Options of fetching pictures; servers use both defaults. */
export interface Fetching {
  /** Resolves a host name; by default the system's resolver. */
  readonly lookup?: Lookup | undefined
  /** Whether private and loopback addresses are allowed: never in a server. */
  readonly mayBeHome?: boolean | undefined
}

/**
 * The bytes at a web address. Each address, also after a redirect, is resolved once, checked, and fetched from the
 * checked IP address: private and loopback addresses are refused.
 * @throws BadRequest if it is missing, not allowed, too large or too slow
 */
export async function fetchPicture(address: string, { lookup, mayBeHome = false }: Fetching = {}): Promise<Uint8Array> {
  const { addressMs, redirects, uploadBytes } = LIMITS.covers
  const signal = AbortSignal.timeout(addressMs)
  let url = webAddress(address)
  for (let hop = 0; hop <= redirects; hop++) {
    const answer = await ask(url, signal, mayBeHome, lookup)
    if (answer.status >= 300 && answer.status < 400 && answer.headers.has('location')) {
      void answer.body?.cancel()
      url = webAddress(answer.headers.get('location') ?? '', url.href)
      continue
    }
    if (!answer.ok) throw refuse(`The address answered with status ${answer.status}`)
    if (!/^(?:identity)?$/i.test(answer.headers.get('content-encoding') ?? '')) {
      void answer.body?.cancel()
      throw refuse('The address answered with a compressed file')
    }
    return readAtMost(answer, uploadBytes)
  }
  throw refuse('Too many redirects')
}

function refuse(message: string): AppError {
  return refused('BadRequest', 'picture_address', message, 'url')
}

function webAddress(text: string, base?: string): URL {
  const url = URL.parse(text, base)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw refuse('Not a web address')
  if (url.username !== '' || url.password !== '') throw refuse('The address must not contain a password')
  return url
}

async function ask(url: URL, signal: AbortSignal, mayBeHome: boolean, lookup: Lookup | undefined): Promise<Response> {
  try {
    const addresses = await allowedAddresses(url.hostname, mayBeHome, lookup)
    // Pictures are compressed already. A few hundred bytes could unpack to more than the memory before they are counted.
    const headers = { Accept: 'image/*', 'Accept-Encoding': 'identity' }
    return await fetchAt(addresses, url, { signal, headers, decompress: false })
  } catch {
    // No reason: it would reveal the server's network.
    throw refuse('Nothing can be fetched from this address')
  }
}

async function readAtMost(answer: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      if (bytes > most) throw refuse(`The image is larger than ${most} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof AppError ? error : refuse('The image could not be fetched')
  }
  return Buffer.concat(chunks)
}
