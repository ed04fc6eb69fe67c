import type { InitializeSetupRequest } from '@octavo/contract/setup'
import type { Reader, Write } from '../../db'
import { refused } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import { type Account, anyUserExists, createFirstUser } from '../users'
import { isSetupToken } from './setup-token'

export interface InitializeDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly setupToken: string
}

/**
 * Makes the first account, an admin.
 * @throws BadRequest once there is a user or when the account breaks a rule, Forbidden from afar without the token
 */
export async function initialize(
  deps: InitializeDeps,
  account: InitializeSetupRequest,
  caller: { readonly isHere: boolean; readonly token: string | null },
): Promise<Account> {
  const isMeant = caller.isHere || isSetupToken(deps.setupToken, caller.token)
  if (!isMeant && !(await anyUserExists(deps.reader))) {
    throw refused(
      'Forbidden',
      'set_up_link',
      "The first account is made on the server's own machine, or with the set-up link that the server printed " +
        'in its log when it started',
    )
  }
  return createFirstUser(deps, account)
}
