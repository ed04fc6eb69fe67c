import type { Permission } from '@octavo/contract/access'
import type { Pass, Viewer } from '../../../kernel/viewer'
import type { Account } from '../users'

/** A user as the viewer of a request, with its effective permissions. */
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
