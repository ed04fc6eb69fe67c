import type { Permission } from '@octavo/contract/access'
import type { Account } from './account'

/** Who wants to look on, as they are now. */
export interface Onlooker {
  readonly userId: string
  readonly permissions: ReadonlySet<Permission>
}

/** An administrator may view as any active user who is no administrator and has no permission that the viewer lacks. */
export function maySeeAs({ userId, permissions }: Onlooker, user: Account): boolean {
  return (
    permissions.has('system-admin') &&
    user.isActive &&
    user.id !== userId &&
    !user.permissions.has('system-admin') &&
    [...user.permissions].every(permission => permissions.has(permission))
  )
}
