import type { InitializeSetupRequest } from '@octavo/contract/setup'
import type { Reader, Write } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { type Account, anyUserExists, createFirstUser } from '../users'
import { isSetupToken } from './setup-token'

export interface InitializeDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly setupToken: string
  /** True with `setup.open`, for provisioning by script: the link is not required. */
  readonly setupOpen: boolean
}

/**
 * Creates the first account, an administrator.
 * @throws BadRequest if there is a user or the account breaks a rule, Forbidden without the token
 */
export async function initialize(
  deps: InitializeDeps,
  account: InitializeSetupRequest,
  caller: { readonly fromOtherSite: boolean; readonly token: string | null },
): Promise<Account> {
  const isMeant = isSetupToken(deps.setupToken, caller.token) || (deps.setupOpen && !caller.fromOtherSite)
  if (!isMeant && !(await anyUserExists(deps.reader))) {
    throw refused(
      'Forbidden',
      'set_up_link',
      'The first account is created with the set-up link that the server printed when it started; it is in its log',
    )
  }
  return createFirstUser(deps, account)
}
