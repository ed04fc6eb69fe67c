import { PERMISSIONS, type Permission } from '@octavo/contract/access'
import { refused } from '../../../kernel/app-error'
import { noPermission, permissionNamed } from './permissions.rules'

/** Permission names as stored. @throws BadRequest naming the first unknown one */
export function namedPermissions(names: readonly string[]): Permission[] {
  const found = new Set(
    names.map(name => {
      const permission = permissionNamed(name)
      if (permission === null) throw noPermission(name)
      return permission
    }),
  )
  return PERMISSIONS.filter(permission => found.has(permission))
}

/**
 * Nobody grants permissions they lack, and nobody changes a user with more permissions, since a new password would let them
 * take over the account.
 * @throws Forbidden naming the permission that the caller lacks
 */
export function requireHeld(held: ReadonlySet<Permission>, wanted: ReadonlySet<Permission>): void {
  const missing = [...wanted].find(permission => !held.has(permission))
  if (missing)
    throw refused('Forbidden', 'permission_missing', `Missing required permission: ${missing}`, { permission: missing })
}

/** Whether these permissions are enough to restore all others. */
export function isAdministrator(permissions: ReadonlySet<Permission>): boolean {
  return permissions.has('system-admin') && permissions.has('users-write')
}
