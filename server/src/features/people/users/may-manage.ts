import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { limits } from '../access'
import type { Account } from './account'

/**
 * Nobody changes the credentials of a user who may do or see more, since that would let them take over the account.
 * @throws Forbidden
 */
export async function requireMayManage(
  reads: Parameters<typeof limits.requireSight>[0],
  viewer: Viewer,
  account: Pick<Account, 'pk' | 'permissions'>,
): Promise<void> {
  if (![...account.permissions].every(permission => viewer.permissions.has(permission))) {
    throw refused('Forbidden', 'outranked', 'This user has more permissions than you')
  }
  await limits.requireSight(reads, viewer, account.pk)
}
