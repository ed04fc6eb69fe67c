import type { Permission } from '@octavo/contract/access'
import type { Account } from './account'

/** Who wants to look on, as they are now. */
export interface Onlooker {
  readonly userId: string
  readonly permissions: ReadonlySet<Permission>
}

/** Whoever runs the server may see it as anybody who does not: nobody as high, nobody who may do what they may not. */
export function maySeeAs({ userId, permissions }: Onlooker, user: Account): boolean {
  return (
    permissions.has('system-admin') &&
    user.isActive &&
    user.id !== userId &&
    !user.permissions.has('system-admin') &&
    [...user.permissions].every(permission => permissions.has(permission))
  )
}
