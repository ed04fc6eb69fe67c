import type { LoginRequest } from '@octavo/contract/auth'
import type { Clock } from '../../kernel/clock'
import type { SecondFactor } from '../second-factor'
import type { Account } from '../users'
import { CODE_TRIES, createLoginBrake } from './login-brake'
import type { PasswordCheck } from './password-check'

export type Login =
  | { readonly kind: 'in'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The password is right, and a code is asked for, or the one that was given is not right. */
  | { readonly kind: 'code'; readonly given: boolean }
  /** The password is right, and the address was never confirmed, which this server asks for. */
  | { readonly kind: 'unconfirmed' }

export interface LoginDeps {
  readonly checkPassword: PasswordCheck
  readonly confirmsEmail: () => Promise<boolean>
  readonly secondFactor: SecondFactor
  readonly now: Clock
}

/** Signs in with a user name or e-mail address, a password and, where there is one, the second factor. */
export type LogIn = (request: LoginRequest, address: string) => Promise<Login>

export function createLogIn({ checkPassword, confirmsEmail, secondFactor, now }: LoginDeps): LogIn {
  const brake = createLoginBrake(now, CODE_TRIES)
  return async ({ username, password, code }, address) => {
    const result = await checkPassword({ name: username, password, address })
    if (result.kind !== 'right') return result
    const { account } = result
    if (!account.emailVerified && (await confirmsEmail())) return { kind: 'unconfirmed' }
    if (!account.hasSecondFactor) return { kind: 'in', account }
    if (!code) return { kind: 'code', given: false }
    const seconds = brake.take(account.id, address)
    if (seconds > 0) return { kind: 'wait', seconds }
    if (!(await secondFactor.check(account.pk, code))) return { kind: 'code', given: true }
    brake.welcome(account.id, address)
    return { kind: 'in', account }
  }
}
