import type { Permission } from '@octavo/contract/access'
import type { Pass, Viewer } from '../../../kernel/viewer'
import type { Account } from '../users'

/** A user as the one who asks, with the permissions that count for this request. */
export function viewerOf(account: Account, permissions: ReadonlySet<Permission>, pass?: Pass): Viewer {
  return {
    userPk: account.pk,
    userId: account.id,
    role: account.role,
    permissions,
    visibility: account.visibility,
    ...(pass && { pass }),
  }
}
