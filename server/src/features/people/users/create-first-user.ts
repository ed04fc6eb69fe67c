import type { Reader, Write } from '../../../db'
import { type AppError, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { recordAct } from '../../../platform/audit-log'
import { hashPassword } from '../passwords'
import type { Account } from './account'
import { accountById, anyUserExists } from './users.queries'
import { checkedAccount, type NewAccount } from './users.rules'
import { insertFirstUser } from './users.store'

/**
 * Creates the first user, an active and verified administrator.
 * @throws BadRequest if there is a user already, or the account breaks a rule
 */
export async function createFirstUser(
  deps: { readonly reader: Reader; readonly write: Write; readonly now: Clock },
  input: NewAccount,
): Promise<Account> {
  if (await anyUserExists(deps.reader)) throw alreadySetUp()
  const { username, email, password } = await checkedAccount(input)
  const passwordHash = await hashPassword(password)
  const id = await deps.write(async tx => {
    const made = await insertFirstUser(tx, { username, email, passwordHash, role: 'admin' }, deps.now())
    const details = { role: 'admin', way: 'setup' }
    const subject = { kind: 'user', id: made, name: username } as const
    if (made) await recordAct(tx, null, 'user_created', subject, { now: deps.now(), details })
    return made
  })
  const account = id && (await accountById(deps.reader, id))
  if (!account) throw alreadySetUp()
  return account
}

function alreadySetUp(): AppError {
  return refused('BadRequest', 'set_up_already', 'Octavo is already set up. Sign in.')
}
