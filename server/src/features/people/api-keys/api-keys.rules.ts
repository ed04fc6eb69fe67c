import { PERMISSIONS, type Permission } from '@octavo/contract/access'
import { refused } from '../../../kernel/app-error'
import { permissionNames } from '../users'

type Permissions = ReadonlySet<Permission>

/**
 * The permissions that a caller names for a key.
 * @throws BadRequest for a name that is none, Forbidden for one that the caller may not give
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
        `You cannot give a key the permission ${permission}: you do not hold it`,
        { permission },
      )
    }
  }
  return PERMISSIONS.filter(permission => granted.has(permission))
}

const effective = new WeakMap<Permissions, { readonly ofOwner: Permissions; readonly both: Permissions }>()

/** What a call with the key may do. Remembered as long as key and owner are: each call with a key asks. */
export function effectivePermissions(ofKey: Permissions, ofOwner: Permissions): Permissions {
  const known = effective.get(ofKey)
  if (known?.ofOwner === ofOwner) return known.both
  const both = new Set([...ofKey].filter(permission => ofOwner.has(permission)))
  effective.set(ofKey, { ofOwner, both })
  return both
}

/** Who asks, as far as keys are concerned: `endsAt` is there when the call is made with a key that ends. */
export interface KeyCaller {
  readonly permissions: Permissions
  readonly endsAt?: number
}

/**
 * A key that can do more or lives longer than the caller is out of the caller's hands: else a narrow key could switch
 * a wide one back on, or a key could outlive its own end. For a signed-in owner this never fails.
 * @throws Forbidden
 */
export function requireNoMoreThan(
  caller: KeyCaller,
  key: { readonly permissions: Permissions; readonly expiresAt: number | null },
  owner: { readonly permissions: Permissions },
): void {
  const both = effectivePermissions(key.permissions, owner.permissions)
  if ([...both].some(permission => !caller.permissions.has(permission))) {
    throw refused('Forbidden', 'key_wider', 'This API key may do more than you may here')
  }
  if (caller.endsAt !== undefined && (key.expiresAt === null || key.expiresAt > caller.endsAt)) {
    throw refused('Forbidden', 'key_outlives', 'This API key would outlive the one that you use')
  }
}
