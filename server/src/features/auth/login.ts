import type { LoginRequest } from '@octavo/contract/auth'
import type { Account } from '../users'
import type { PasswordCheck } from './password-check'

export type Login =
  | { readonly kind: 'in'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The password is right, and the address was never confirmed, which this server asks for. */
  | { readonly kind: 'unconfirmed' }

export interface LoginDeps {
  readonly checkPassword: PasswordCheck
  readonly confirmsEmail: () => Promise<boolean>
}

/** Checks who signs in with a user name or e-mail address and a password, from the network of `address`. */
export async function logIn(deps: LoginDeps, request: LoginRequest, address: string): Promise<Login> {
  const result = await deps.checkPassword({ name: request.username, password: request.password, address })
  if (result.kind !== 'right') return result
  const { account } = result
  if (!account.emailVerified && (await deps.confirmsEmail())) return { kind: 'unconfirmed' }
  return { kind: 'in', account }
}
