import { randomBytes } from 'node:crypto'
import type { Reader } from '../../../db'
import { createBoundedMap } from '../../../kernel/bounded-map'
import type { Clock } from '../../../kernel/clock'
import { verifyPassword } from '../passwords'
import { type Account, credentialsByName, nameKey } from '../users'
import { createLoginBrake, type Trier } from './login-brake'

export type PasswordResult =
  | { readonly kind: 'right'; readonly account: Account }
  /** No such user, a wrong password or a deactivated account; callers cannot distinguish them. */
  | { readonly kind: 'wrong'; readonly about: FailedTry | null }
  | { readonly kind: 'wait'; readonly seconds: number }

/** For the audit log only, never for the client; null if the same attempt was just made. */
export interface FailedTry {
  readonly account: Pick<Account, 'id' | 'username'> | null
  readonly reason: string
}

/**
 * Checks a name or e-mail address with a password. Takes as long for a name that nobody has.
 * One for the process: signing in and Basic authentication have one allowance of tries.
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
  const wrong = createBoundedMap<number>(MAX_REMEMBERED)

  return async ({ name, password, peer }) => {
    const found = await credentialsByName(reader, name)
    // By id, so that name and e-mail address do not give twice the tries.
    const target = found ? found.id : `?${nameKey(name).slice(0, 100)}`
    // A device that still has last week's password sends it over and over. That is one guess, not many, and must not
    // use up the tries of the people who share its network.
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
