import { AppError, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { allowedAddresses, fetchAt, type Lookup } from '../../../platform/outgoing'

/** How pictures are fetched; both are the defaults of a server. */
export interface Fetching {
  /** Finds the addresses of a name; the system's unless another is given. */
  readonly lookup?: Lookup | undefined
  /** Whether addresses of this machine and its networks may be asked: never by a server. */
  readonly mayBeHome?: boolean | undefined
}

/**
 * The bytes at a web address, whatever they are. Each address, also one that it redirects to, is resolved once, checked,
 * and asked at what was checked: nothing in this machine or its networks answers.
 * @throws BadRequest when there is none, it is not allowed, too large or too slow
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
    return await fetchAt(addresses, url, { signal, headers: { Accept: 'image/*' } })
  } catch {
    // No reason is given: it would reveal the server's network.
    throw refuse('Nothing can be fetched from this address')
  }
}

async function readAtMost(answer: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      if (bytes > most) throw refuse(`The picture is larger than ${most} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof AppError ? error : refuse('The picture could not be fetched')
  }
  return Buffer.concat(chunks)
}
