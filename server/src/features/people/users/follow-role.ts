import type { Role } from '@octavo/contract/access'
import type { Tx } from '../../../db'
import { AppError } from '../../../kernel/app-error'
import { recordAct } from '../../../platform/audit-log'
import type { Account } from './account'
import { requireOtherAdmin } from './manage-users'
import { changeUser } from './people.store'
import { isAdministrator } from './permission-changes.rules'
import { permissionsOf } from './permissions.rules'

/**
 * Sets the role that an identity provider assigns. The last administrator keeps theirs. Returns whether the role has
 * changed: then the caller drops the account from the cache.
 */
export async function followRole(
  tx: Tx,
  account: Account,
  role: Role,
  { now, by }: { readonly now: number; readonly by: string },
): Promise<boolean> {
  if (role === account.role) return false
  await tx.dialect.lockTable('users').execute(tx.query)
  const after = permissionsOf(role, account.customPermissions, account.deniedPermissions)
  if (!isAdministrator(after) && !(await hasOtherAdmin(tx, account.pk))) return false
  await changeUser(tx, account.pk, { role }, now)
  const subject = { kind: 'user', id: account.id, name: account.username } as const
  await recordAct(tx, null, 'user_changed', subject, { now, details: { role, from: account.role, by } })
  tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
  return true
}

async function hasOtherAdmin(tx: Tx, userPk: number): Promise<boolean> {
  try {
    await requireOtherAdmin(tx, userPk)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'Conflict') return false
    throw error
  }
}
