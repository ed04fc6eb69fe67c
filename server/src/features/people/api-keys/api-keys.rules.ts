import { PERMISSIONS, type Permission } from '@octavo/contract/access'
import { refused } from '../../../kernel/app-error'
import { permissionNames } from '../users'

type Permissions = ReadonlySet<Permission>

/**
 * Permissions requested for a key.
 * @throws BadRequest for an unknown name, Forbidden for one that the caller may not give
 */
export function grantedPermissions(names: readonly string[], allowed: Permissions): Permission[] {
  const granted = new Set<Permission>()
  for (const name of names) {
    const permission = permissionNames.permissionNamed(name)
    if (!permission) throw permissionNames.noPermission(name)
    granted.add(permission)
  }
  for (const permission of granted) {
    if (!allowed.has(permission)) {
      throw refused(
        'Forbidden',
        'permission_missing',
        `You cannot give a key the permission ${permission}: you do not have it`,
        { permission },
      )
    }
  }
  return PERMISSIONS.filter(permission => granted.has(permission))
}

/** Permissions of a call with the key. */
export function effectivePermissions(ofKey: Permissions, ofOwner: Permissions): Permissions {
  return new Set([...ofKey].filter(permission => ofOwner.has(permission)))
}

/** The caller in respect of keys: `endsAt` is set if the call is made with an expiring key. */
export interface KeyCaller {
  readonly permissions: Permissions
  readonly endsAt?: number
}

/**
 * A caller cannot change a key with more permissions or a later expiry: otherwise a narrow key could reactivate a wide
 * one, or a key could extend its own life. Never fails for a signed-in owner.
 * @throws Forbidden
 */
export function requireNoMoreThan(
  caller: KeyCaller,
  key: { readonly permissions: Permissions; readonly expiresAt: number | null },
  owner: { readonly permissions: Permissions },
): void {
  const both = effectivePermissions(key.permissions, owner.permissions)
  if ([...both].some(permission => !caller.permissions.has(permission))) {
    throw refused('Forbidden', 'key_wider', 'This API key has more permissions than you')
  }
  if (caller.endsAt !== undefined && (key.expiresAt === null || key.expiresAt > caller.endsAt)) {
    throw refused('Forbidden', 'key_outlives', 'This API key would outlive the one you are using')
  }
}
