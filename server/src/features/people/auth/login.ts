import type { LoginRequest } from '@octavo/contract/auth'
import type { PasskeyOptions } from '@octavo/contract/passkey-credential'
import type { Clock } from '../../../kernel/clock'
import type { Passkeys } from '../passkeys'
import type { SecondFactor } from '../second-factor'
import type { Account } from '../users'
import { CODE_TRIES, createLoginBrake, type Trier } from './login-brake'
import type { PasswordCheck } from './password-check'
import type { SignInFailures } from './sign-in-failures'

export type Login =
  | { readonly kind: 'in'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The password is right, but the second factor is missing or wrong. */
  | { readonly kind: 'code'; readonly given: boolean; readonly passkey: PasskeyOptions | null }
  /** The password is right, but the address is not confirmed, as this server requires. */
  | { readonly kind: 'unconfirmed' }

export interface LoginDeps {
  readonly checkPassword: PasswordCheck
  readonly confirmsEmail: () => Promise<boolean>
  readonly secondFactor: SecondFactor
  readonly passkeys: Passkeys
  readonly failures: SignInFailures
  readonly now: Clock
}

/** Signs in with a user name or e-mail address, a password and, where there is one, the second factor. */
export type LogIn = (tried: LoginRequest, caller: { readonly request: Request; readonly peer: Trier }) => Promise<Login>

export function createLogIn({ checkPassword, confirmsEmail, secondFactor, passkeys, failures, now }: LoginDeps): LogIn {
  const brake = createLoginBrake(now, CODE_TRIES)

  async function isProved(account: Account, { code, passkey }: LoginRequest): Promise<boolean> {
    if (!passkey) return secondFactor.check(account.pk, code ?? '')
    const proof = await passkeys.check(passkey, 'second', account.id)
    return proof?.userId === account.id && proof.take()
  }

  return async (tried, { request, peer }) => {
    const { address } = peer
    const result = await checkPassword({ name: tried.username, password: tried.password, peer })
    if (result.kind === 'wait') return result
    if (result.kind === 'wrong') {
      if (result.about) failures.note({ ...result.about, typed: tried.username, address, way: 'password' })
      return { kind: 'wrong' }
    }
    const { account } = result
    if (!account.emailVerified && (await confirmsEmail())) return { kind: 'unconfirmed' }
    if (!account.hasSecondFactor) return { kind: 'in', account }
    if (!tried.code && !tried.passkey) {
      return { kind: 'code', given: false, passkey: await passkeys.askOwner(request, account) }
    }
    const seconds = brake.take(account.id, peer)
    if (seconds > 0) return { kind: 'wait', seconds }
    if (!(await isProved(account, tried))) {
      const way = tried.passkey ? 'passkey' : 'code'
      failures.note({ account, address, way, reason: `The password was right, the ${way} was not` })
      return { kind: 'code', given: true, passkey: await passkeys.askOwner(request, account) }
    }
    brake.welcome(account.id, peer)
    return { kind: 'in', account }
  }
}
