import { createHash } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock'
import type { Account } from '../users'

const NAME = 'octavo'
const MAX_REMEMBERED = 10_000
/** Our tokens are shorter; a longer one is not worth hashing. */
const MAX_LENGTH = 4096

/** The claims of a verified token. */
export interface TokenClaims {
  readonly userId: string
  /** The user's credentials version when the token was created. */
  readonly credentialsVersion: number
  readonly sessionId: string
  /** The user being viewed as; null for a normal token. */
  readonly seenAs: string | null
  /** When the token ends, in epoch milliseconds. */
  readonly endsAt: number
}

export interface Tokens {
  /** A token of a session; `expiresIn` in seconds, by default that of the settings. */
  issue(
    account: Account,
    sessionId: string,
    seconds?: number,
    seenAs?: string,
  ): Promise<{ readonly accessToken: string; readonly expiresIn: number }>
  /** Null if the token is foreign, malformed, not yet valid or expired. */
  verify(token: string): Promise<TokenClaims | null>
  /** The session that a token claims, unverified. */
  claimedSession(token: string): string | null
}

/** Access tokens: JWT, HS256. A valid one is cached until it expires, so that its signature is checked once. */
export function createTokens(options: {
  readonly secret: Uint8Array
  readonly expiryHours: number
  readonly now: Clock
}): Tokens {
  const { secret, now } = options
  const expiresIn = options.expiryHours * 3600
  const kid = createHash('sha256').update('kid').update(secret).digest('hex').slice(0, 16)
  const remembered = new LRUCache<string, TokenClaims>({ max: MAX_REMEMBERED })

  async function check(token: string): Promise<TokenClaims | null> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, secret, {
        algorithms: ['HS256'],
        typ: 'JWT',
        issuer: NAME,
        audience: NAME,
        requiredClaims: ['sub', 'exp', 'iat', 'cv', 'sid'],
        currentDate: new Date(now()),
      })
      const { sub, exp, cv, sid, seen_as: seenAs = null } = payload
      if (protectedHeader.kid !== kid || !sub || !exp || typeof cv !== 'number' || typeof sid !== 'string') return null
      if (seenAs !== null && typeof seenAs !== 'string') return null
      return { userId: sub, credentialsVersion: cv, sessionId: sid, seenAs, endsAt: exp * 1000 }
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null
      throw error
    }
  }

  return {
    async issue(account, sessionId, seconds = expiresIn, seenAs) {
      const issuedAt = Math.floor(now() / 1000)
      const accessToken = await new SignJWT({
        username: account.username,
        role: account.role,
        cv: account.credentialsVersion,
        sid: sessionId,
        ...(seenAs !== undefined && { seen_as: seenAs }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
        .setSubject(account.id)
        .setIssuer(NAME)
        .setAudience(NAME)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(secret)
      return { accessToken, expiresIn: seconds }
    },
    claimedSession(token) {
      try {
        const { sid } = decodeJwt(token)
        return typeof sid === 'string' ? sid : null
      } catch {
        return null
      }
    },
    async verify(token) {
      if (token.length > MAX_LENGTH) return null
      // By hash, so that tokens are not in memory.
      const key = new Bun.CryptoHasher('sha256').update(token).digest('base64')
      const known = remembered.get(key)
      if (known) return now() < known.endsAt ? known : null
      const checked = await check(token)
      if (checked) remembered.set(key, checked)
      return checked
    },
  }
}
