import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../kernel/clock'

/** A sign-in page may be open for a while before somebody chooses a passkey. */
const LIFE_MS = 10 * 60_000

export type ChallengeUse = 'register' | 'sign-in' | 'second'

/** A challenge, and who may answer it. */
export interface ChallengeTicket {
  readonly use: ChallengeUse
  /** The browser, or user and session, that it was issued to. */
  readonly holder: string
  readonly challenge: string
  readonly rpId: string
  readonly origin: string
  readonly expiresAt: number
}

export interface ChallengeTickets {
  issue(
    asked: Pick<ChallengeTicket, 'use' | 'holder' | 'rpId' | 'origin'>,
  ): ChallengeTicket & { readonly value: string }
  /** Null if it is foreign, was issued to another holder or has expired. The challenge ensures that it is used once. */
  verify(value: string, use: ChallengeUse, holder: string): ChallengeTicket | null
}

/** Signed rather than stored: most sign-in pages are never used. */
export function createChallengeTickets(secret: Uint8Array, now: Clock): ChallengeTickets {
  const key = createHmac('sha256', secret).update('octavo passkey challenge').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    issue(asked) {
      const ticket = { ...asked, challenge: randomBytes(32).toString('base64url'), expiresAt: now() + LIFE_MS }
      const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
      return { ...ticket, value: `${text}.${sign(text).toString('base64url')}` }
    },
    verify(value, use, holder) {
      const [text = '', signature = ''] = value.split('.')
      const given = Buffer.from(signature, 'base64url')
      const right = sign(text)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as ChallengeTicket
      return ticket.use === use && ticket.holder === holder && ticket.expiresAt > now() ? ticket : null
    },
  }
}
