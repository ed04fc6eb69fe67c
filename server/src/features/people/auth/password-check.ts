import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { verifyPassword } from '../passwords'
import { type Account, credentialsByName, nameKey } from '../users'
import { createLoginBrake, type Trier } from './login-brake'

export type PasswordResult =
  | { readonly kind: 'right'; readonly account: Account }
  /** Unknown user, wrong password or deactivated account; callers cannot distinguish them. */
  | { readonly kind: 'wrong'; readonly about: FailedTry | null }
  | { readonly kind: 'wait'; readonly seconds: number }

/** For the audit log only, never for the client; null if the same attempt was just made. */
export interface FailedTry {
  readonly account: Pick<Account, 'id' | 'username'> | null
  readonly reason: string
}

/**
 * Checks a name or e-mail address with a password. Takes equally long for an unknown name. One per process: sign-in and
 * Basic authentication share the allowance of attempts.
 */
export type PasswordCheck = (tried: {
  readonly name: string
  readonly password: string
  readonly peer: Trier
}) => Promise<PasswordResult>

const REMEMBERED_MS = 5 * 60_000
const MAX_REMEMBERED = 10_000

export function createPasswordCheck({ reader, now }: { readonly reader: Reader; readonly now: Clock }): PasswordCheck {
  const brake = createLoginBrake(now)
  const secret = randomBytes(32)
  const wrong = new LRUCache<string, number>({ max: MAX_REMEMBERED })

  return async ({ name, password, peer }) => {
    const found = await credentialsByName(reader, name)
    // By id, so that name and e-mail address share their attempts.
    const target = found ? found.id : `?${nameKey(name).slice(0, 100)}`
    // A device with an old password sends it repeatedly. That counts as one guess, and must not use up the attempts of
    // others in its network.
    const guess = new Bun.CryptoHasher('sha256', secret)
      .update(JSON.stringify([target, found?.credentialsVersion ?? 0, password]))
      .digest('base64')
    if ((wrong.get(guess) ?? 0) > now()) return { kind: 'wrong', about: null }
    const seconds = brake.take(target, peer)
    if (seconds > 0) return { kind: 'wait', seconds }
    const isRight = await verifyPassword(password, found?.passwordHash ?? null)
    if (!isRight) wrong.set(guess, now() + REMEMBERED_MS)
    if (!found || !isRight || !found.isActive) {
      const reason = !found ? 'No such user' : isRight ? 'The account is deactivated' : 'Wrong password'
      return { kind: 'wrong', about: { account: found, reason } }
    }
    brake.welcome(target, peer)
    return { kind: 'right', account: await found.account() }
  }
}
