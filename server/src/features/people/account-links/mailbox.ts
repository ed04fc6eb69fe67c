import { createRateLimiter } from '../../../http/rate-limit'
import { createBehind } from '../../../kernel/behind'
import type { Clock } from '../../../kernel/clock'
import type { Mailer } from '../../../platform/mail'
import { letterFor, type Occasion } from './letters'
import type { FindMailLanguage } from './mail-language.queries'

/** E-mails per address: five at once, then one every ten minutes. */
const ALLOWANCE = { perSecond: 1 / 600, burst: 5 }
const FROM_ONE_NETWORK = { perSecond: 1 / 60, burst: 20 }
/** A delay of some seconds is acceptable. */
const BEHIND_MS = 500
const LIMITS = { enabled: true, anonymous: FROM_ONE_NETWORK, authenticated: ALLOWANCE }

/** Account e-mails, rate-limited per network and address. */
export interface Mailbox {
  /** Takes one token; returns the seconds to wait if none is left, else 0. */
  take(email: string, address: string): number
  send(to: string, occasion: Occasion): void
  /** Runs the work after the response, so that its duration does not reveal whether the account exists. */
  behind(work: () => Promise<void>): void
  /** Resolves when all requested e-mails have been handed to the mailer. */
  drain(): Promise<void>
}

/** `baseUrl` is configured, never taken from a request: a forged Host would send the token to the attacker. */
export function createMailbox(options: {
  readonly mailer: Mailer
  readonly baseUrl: string
  readonly serverName: () => string
  readonly languageOf: FindMailLanguage
  readonly now: Clock
}): Mailbox {
  const limiter = createRateLimiter(() => LIMITS, options.now)
  const behind = createBehind(BEHIND_MS)
  return {
    take(email, address) {
      const byNetwork = limiter.take({ address })
      if (!byNetwork.allowed) return Math.max(1, byNetwork.resetSeconds)
      const ofReader = limiter.take({ user: email.trim().toLowerCase().slice(0, 254) })
      return ofReader.allowed ? 0 : Math.max(1, ofReader.resetSeconds)
    },
    send: (to, occasion) =>
      options.mailer.send(async () => {
        // A letter in English is better than none.
        const language = await options.languageOf(occasion.username).catch(() => 'en' as const)
        return letterFor(to, occasion, { baseUrl: options.baseUrl, serverName: options.serverName(), language })
      }),
    behind: behind.do,
    drain: behind.drain,
  }
}
