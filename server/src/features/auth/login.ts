import type { LoginRequest, LoginResponse } from '@octavo/contract/auth'
import type { Write } from '../../db'
import type { Clock } from '../../kernel/clock'
import { setLastLogin, userInfo } from '../users'
import type { PasswordCheck } from './password-check'
import type { Tokens } from './tokens'

export interface LoginDeps {
  readonly write: Write
  readonly tokens: Tokens
  readonly checkPassword: PasswordCheck
  readonly now: Clock
}

export type Login =
  | { readonly kind: 'in'; readonly session: LoginResponse }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }

/** Signs in with a user name or e-mail address and a password, from the network of `address`. */
export async function logIn(deps: LoginDeps, request: LoginRequest, address: string): Promise<Login> {
  const result = await deps.checkPassword({ name: request.username, password: request.password, address })
  if (result.kind !== 'right') return result
  const { account } = result
  await deps.write(tx => setLastLogin(tx, account.pk, deps.now()))
  const { accessToken, expiresIn } = await deps.tokens.issue(account)
  return { kind: 'in', session: { accessToken, tokenType: 'Bearer', expiresIn, user: userInfo(account) } }
}
