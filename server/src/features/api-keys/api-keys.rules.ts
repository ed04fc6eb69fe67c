import { PERMISSIONS, type Permission } from '@octavo/contract/access'
import { AppError } from '../../kernel/app-error'
import { permissionNamed } from '../users'

type Permissions = ReadonlySet<Permission>

/**
 * The permissions that a caller names for a key.
 * @throws BadRequest for a name that is none, Forbidden for one that the caller may not give
 */
export function grantedPermissions(names: readonly string[], allowed: Permissions): Permission[] {
  const granted = new Set<Permission>()
  for (const name of names) {
    const permission = permissionNamed(name)
    if (!permission) throw new AppError('BadRequest', `There is no permission ${JSON.stringify(name)}`)
    granted.add(permission)
  }
  for (const permission of granted) {
    if (!allowed.has(permission)) {
      throw new AppError('Forbidden', `You cannot give a key the permission ${permission}: you do not hold it`)
    }
  }
  return PERMISSIONS.filter(permission => granted.has(permission))
}

/** What a call with the key may do. */
export function effectivePermissions(ofKey: Permissions, ofOwner: Permissions): Permissions {
  return new Set([...ofKey].filter(permission => ofOwner.has(permission)))
}

/**
 * A key that can do more than the caller is out of the caller's hands: else a narrow key could switch a wide one back
 * on, or let it live longer. For a signed-in owner this never fails.
 * @throws Forbidden
 */
export function requireNoMoreThan(caller: Permissions, ofKey: Permissions, ofOwner: Permissions): void {
  if ([...effectivePermissions(ofKey, ofOwner)].some(permission => !caller.has(permission))) {
    throw new AppError('Forbidden', 'This API key may do more than you may here')
  }
}
