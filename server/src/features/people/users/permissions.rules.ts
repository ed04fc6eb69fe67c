import { PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES, type Role } from '@octavo/contract/access'
import { type AppError, refused } from '../../../kernel/app-error'

const BY_NAME: ReadonlyMap<string, Permission> = new Map(PERMISSIONS.map(name => [name, name]))

/**
 * Parses a permission, or null. Accepts both common spellings, `api-keys:read` and `api-keys-read`, and `read-lists`
 * for `readlists`.
 */
export function permissionNamed(name: string): Permission | null {
  const kebab = name
    .trim()
    .toLowerCase()
    .replaceAll(/[:_]/g, '-')
    .replace(/^read-lists-/, 'readlists-')
  return BY_NAME.get(kebab) ?? null
}

/** For an unknown name. */
export function noPermission(name: string): AppError {
  const said = name.slice(0, 100)
  return refused('BadRequest', 'permission_unknown', `There is no permission ${said}`, { name: said })
}

/** A stored list of permissions. Unknown names are ignored. */
export function parsePermissions(json: string): Permission[] {
  const names: unknown = JSON.parse(json)
  if (!Array.isArray(names)) return []
  return inContractOrder(new Set(names.map(name => permissionNamed(String(name)))))
}

function inContractOrder(granted: ReadonlySet<Permission | null>): Permission[] {
  return PERMISSIONS.filter(permission => granted.has(permission))
}

/**
 * Permissions of the role plus granted ones; denied ones take precedence, and a child profile has none that its guardian
 * lacks.
 */
export function permissionsOf(
  role: Role,
  custom: readonly Permission[],
  denied: readonly Permission[] = [],
  guardian: { readonly permissions: ReadonlySet<Permission> } | null = null,
): ReadonlySet<Permission> {
  const granted = new Set<Permission>([...ROLE_PERMISSIONS[role], ...custom])
  for (const permission of denied) granted.delete(permission)
  if (guardian) for (const permission of granted) if (!guardian.permissions.has(permission)) granted.delete(permission)
  return new Set(inContractOrder(granted))
}

/** A stored role. An unknown one counts as the lowest. */
export function parseRole(name: string): Role {
  return ROLES.find(role => role === name) ?? 'reader'
}
