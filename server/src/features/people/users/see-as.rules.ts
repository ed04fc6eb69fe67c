import type { Permission } from '@octavo/contract/access'
import type { Account } from './account'

/** The administrator, with current permissions. */
export interface Onlooker {
  readonly userId: string
  readonly permissions: ReadonlySet<Permission>
}

/**
 * An administrator may view as any active user who is not an administrator and has no permission that the viewer lacks.
 */
export function maySeeAs({ userId, permissions }: Onlooker, user: Account): boolean {
  return (
    permissions.has('system-admin') &&
    user.isActive &&
    user.id !== userId &&
    !user.permissions.has('system-admin') &&
    [...user.permissions].every(permission => permissions.has(permission))
  )
}
