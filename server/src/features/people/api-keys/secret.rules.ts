import { randomBytes, timingSafeEqual } from 'node:crypto'

/** Format of an API key's secret; the first group is its public prefix. */
const SECRET = /^(octavo_[0-9a-f]{16})_[0-9a-f]{32}$/

export interface NewSecret {
  readonly secret: string
  readonly prefix: string
  readonly hash: string
  readonly readerHash: string
}

export function createSecret(): NewSecret {
  const prefix = `octavo_${randomBytes(8).toString('hex')}`
  const secret = `${prefix}_${randomBytes(16).toString('hex')}`
  return { secret, prefix, hash: hashSecret(secret), readerHash: hashReaderKey(md5(secret)) }
}

/** The prefix of a well-formed secret, else null. */
export function secretPrefix(text: string): string | null {
  return SECRET.exec(text)?.[1] ?? null
}

/** Constant-time comparison. `hash` is SHA-256, hex. */
export function matchesSecret(secret: string, hash: string): boolean {
  const actual = new Bun.CryptoHasher('sha256').update(secret).digest()
  const expected = Buffer.from(hash, 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** One round is enough: the secret has 128 random bits, so dictionaries do not help. */
function hashSecret(secret: string): string {
  return new Bun.CryptoHasher('sha256').update(secret).digest('hex')
}

/** Lookup hash for apps that send only the secret's MD5, as KOReader does: as hard to guess as the key itself. */
export function hashReaderKey(md5OfSecret: string): string {
  return hashSecret(md5OfSecret.toLowerCase())
}

function md5(text: string): string {
  return new Bun.CryptoHasher('md5').update(text).digest('hex')
}
