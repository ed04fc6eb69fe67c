import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

export interface UsersTable {
  pk: Generated<number>
  id: string
  username: string
  /** Lower case, unique. */
  username_key: string
  email: string
  email_key: string
  /** argon2id, PHC string. */
  password_hash: string
  role: string
  /** JSON array of permissions beyond the role's. */
  permissions: string
  /** JSON array of permissions that this user does not have, whatever the role says. */
  denied_permissions: Generated<string>
  /** True: only the libraries of `user_libraries` and of groups are there for this user. */
  limits_libraries: Generated<boolean>
  /** In years; series for older readers are hidden. */
  age_limit: Generated<number | null>
  /** With an age limit: whether series of which nobody knows the age are shown. */
  shows_unrated: Generated<boolean>
  /** Stored to the minute. */
  last_seen_at: Generated<number | null>
  is_active: boolean
  email_verified: boolean
  /** Grows with every change of password, role or access: older tokens end. */
  credentials_version: number
  /** Grows when sessions of the user end: what is remembered of them is looked up again. */
  sessions_version: Generated<number>
  /** Whether a password alone does not let the user in. */
  second_factor: Generated<boolean>
  last_login_at: number | null
  created_at: number
  updated_at: number
}

/** What a person prefers; the value is JSON. */
export interface UserPreferencesTable {
  user_pk: number
  key: string
  value: string
  updated_at: number
}

export interface ApiKeysTable {
  pk: Generated<number>
  id: string
  user_pk: number
  name: string
  /** The public first part, by which the row is found. */
  key_prefix: string
  /** SHA-256 of the whole secret, hex: the secret has 128 random bits, so a slow hash adds nothing. */
  key_hash: string
  /** SHA-256 of the MD5 of the secret, which KOReader sends in its place; null for keys of an older Octavo. */
  reader_key_hash: Generated<string | null>
  /** JSON array of permissions. */
  permissions: string
  is_active: boolean
  expires_at: number | null
  last_used_at: number | null
  created_at: number
  updated_at: number
}

export const USER_TABLES = {
  users: { owner: 'features/people/users', makesStale: 'progress', seenWith: 'user' },
  user_preferences: {
    owner: 'features/people/preferences',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  api_keys: {
    owner: 'features/people/api-keys',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
} satisfies TableEntries
