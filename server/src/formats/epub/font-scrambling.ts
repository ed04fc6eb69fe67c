import { createHash } from 'node:crypto'
import type { Scrambling } from '../facts'

/** Method of the EPUB standard: 1040 bytes, with a key derived from the book's identifier. */
const IDPF = 'http://www.idpf.org/2008/embedding'
/** Adobe's: 1024 bytes; the key is the identifier, which must be a UUID. */
const ADOBE = 'http://ns.adobe.com/pdf/enc#RC'

/** Scrambled fonts are not DRM: every reading app unscrambles them. */
export function isFontScrambling(algorithm: string): boolean {
  return algorithm === IDPF || algorithm === ADOBE
}

/** How a font was scrambled; null if the book lacks the data to undo it. */
export function scramblingOf(algorithm: string, identifier: string | null): Scrambling | null {
  if (identifier === null) return null
  if (algorithm === IDPF) {
    const bare = identifier.replace(/[ \t\r\n]/g, '')
    return { key: createHash('sha1').update(bare).digest('hex'), length: 1040 }
  }
  const key = identifier
    .replace(/^urn:uuid:/i, '')
    .replace(/-/g, '')
    .toLowerCase()
  return algorithm === ADOBE && /^[0-9a-f]{32}$/.test(key) ? { key, length: 1024 } : null
}

/** The original font: scrambling twice restores it. */
export function unscramble(bytes: Uint8Array<ArrayBuffer>, { key, length }: Scrambling): Uint8Array<ArrayBuffer> {
  const pad = Buffer.from(key, 'hex')
  const plain = Uint8Array.from(bytes)
  for (let at = 0; at < Math.min(length, plain.length); at++) plain[at] = (bytes[at] ?? 0) ^ (pad[at % pad.length] ?? 0)
  return plain
}
