import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../kernel/clock'
import type { Pass } from '../../../kernel/viewer'

/** Long enough for an evening, short enough that a leaked address soon expires. */
const LIFE_MS = 12 * 3600 * 1000
/** Four ids, a key prefix, two numbers, a signature and the dots between them. */
const MAX_LENGTH = 320

/** A ticket allows reading the members of one book as the user who requested it. */
export interface Ticket {
  readonly bookId: string
  readonly userId: string
  /** The credential that it was created with: it ends with that session, API key or password. */
  readonly pass: Omit<Pass, 'endsAt'>
}

export interface Tickets {
  /** `endsMs`: latest expiry. */
  issue(ticket: Ticket, endsMs?: number): { readonly value: string; readonly expiresMs: number }
  /** Null if it is forged, malformed or expired. */
  verify(value: string): Ticket | null
}

/** Tickets for frames that send no cookie: signed with a separate key, so that nothing has to be stored. */
export function createTickets({ secret, now }: { readonly secret: Uint8Array; readonly now: Clock }): Tickets {
  const key = createHmac('sha256', secret).update('octavo resource ticket 2').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  return {
    issue({ bookId, userId, pass }, endsMs = Number.POSITIVE_INFINITY) {
      const expiresMs = Math.min(now() + LIFE_MS, endsMs)
      const { credentialsVersion, sessionId, keyPrefix, seenBy } = pass
      const text = [expiresMs, bookId, userId, credentialsVersion, sessionId, keyPrefix, seenBy].join('.')
      return { value: `${text}.${sign(text)}`, expiresMs }
    },
    verify(value) {
      if (value.length > MAX_LENGTH) return null
      const end = value.lastIndexOf('.')
      const text = value.slice(0, end)
      if (!isEqual(value.slice(end + 1), sign(text))) return null
      const [expiresMs, bookId = '', userId = '', version, sessionId, keyPrefix, seenBy] = text.split('.')
      if (!(Number(expiresMs) > now())) return null
      const credentialsVersion = version ? Number(version) : null
      const pass = { credentialsVersion, sessionId: sessionId || null, keyPrefix: keyPrefix || null }
      return { bookId, userId, pass: seenBy ? { ...pass, seenBy } : pass }
    },
  }
}

function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
