/** The 29 permissions of the contract, in wire spelling (kebab case). */
export const PERMISSIONS = [
  'libraries-read',
  'libraries-write',
  'libraries-delete',
  'series-read',
  'series-write',
  'series-delete',
  'books-read',
  'books-write',
  'books-delete',
  'collections-read',
  'collections-write',
  'collections-delete',
  'readlists-read',
  'readlists-write',
  'readlists-delete',
  'pages-read',
  'progress-read',
  'progress-write',
  'users-read',
  'users-write',
  'users-delete',
  'api-keys-read',
  'api-keys-write',
  'api-keys-delete',
  'tasks-read',
  'tasks-write',
  'plugins-manage',
  'system-health',
  'system-admin',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['reader', 'maintainer', 'admin'] as const
export type Role = (typeof ROLES)[number]

const READER: readonly Permission[] = [
  'libraries-read',
  'series-read',
  'books-read',
  'pages-read',
  'collections-read',
  'readlists-read',
  'progress-read',
  'progress-write',
  'api-keys-read',
  'api-keys-write',
  'api-keys-delete',
]

const MAINTAINER: readonly Permission[] = [
  ...READER,
  'libraries-write',
  'series-write',
  'series-delete',
  'books-write',
  'books-delete',
  'collections-write',
  'collections-delete',
  'readlists-write',
  'readlists-delete',
  'tasks-read',
  'tasks-write',
  'system-health',
]

/** Permissions of each role; each includes those of the previous one. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  reader: READER,
  maintainer: MAINTAINER,
  admin: PERMISSIONS,
}

/**
 * Who may call a route: anyone, signed-in users, or users with the permission.
 * Every route declares one; a server with an undeclared route does not start.
 */
export type Access = 'public' | 'login' | Permission

/** The permission an API key needs for a route. `session`: no key may call it, because it concerns the account itself. */
export type Scope = Permission | 'session'
