import { PERMISSIONS, type Permission } from '@octavo/contract/access'

const nouns = {
  library: ['libraries'],
  books: ['series', 'books'],
  reading: ['pages', 'progress'],
  lists: ['collections', 'readlists'],
  people: ['users', 'api-keys'],
  server: ['tasks', 'plugins', 'system'],
} as const

export type PermissionGroup = keyof typeof nouns

/** All permissions by subject, in order of familiarity. */
export const permissionGroups: readonly (readonly [PermissionGroup, readonly Permission[]])[] = Object.entries(
  nouns,
).map(([group, prefixes]) => [
  group as PermissionGroup,
  PERMISSIONS.filter(permission => prefixes.some(prefix => permission.startsWith(`${prefix}-`))),
])

/** The minimum for an app that shows and reads books. */
export const forReading: readonly Permission[] = [
  'libraries-read',
  'series-read',
  'books-read',
  'pages-read',
  'progress-read',
  'progress-write',
  'collections-read',
  'readlists-read',
]

export const isPermission = (name: string): name is Permission => PERMISSIONS.some(each => each === name)
