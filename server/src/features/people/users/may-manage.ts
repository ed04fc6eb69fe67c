import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { limits } from '../access'
import type { Account } from './account'

/**
 * What an account is signed in by is changed by nobody who may do or see less: it would be as good as being that person.
 * @throws Forbidden
 */
export async function requireMayManage(
  reads: Parameters<typeof limits.requireSight>[0],
  viewer: Viewer,
  account: Pick<Account, 'pk' | 'permissions'>,
): Promise<void> {
  if (![...account.permissions].every(permission => viewer.permissions.has(permission))) {
    throw refused('Forbidden', 'outranked', 'This user may do more than you')
  }
  await limits.requireSight(reads, viewer, account.pk)
}
