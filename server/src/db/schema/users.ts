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
  /** JSON array of permissions in addition to the role's. */
  permissions: string
  /** JSON array of permissions denied to this user, whatever the role. */
  denied_permissions: Generated<string>
  /** True: the user sees only the libraries of `user_libraries` and of groups. */
  limits_libraries: Generated<boolean>
  /** In years; series for older readers are hidden. */
  age_limit: Generated<number | null>
  /** With an age limit: whether unrated series are shown. */
  shows_unrated: Generated<boolean>
  /** Stored to the minute. */
  last_seen_at: Generated<number | null>
  is_active: boolean
  email_verified: boolean
  /** Incremented with every change of password, role or access, which ends older tokens. */
  credentials_version: number
  /** Incremented when sessions of the user end, which invalidates their caches. */
  sessions_version: Generated<number>
  /** Whether a second factor is required. */
  second_factor: Generated<boolean>
  last_login_at: number | null
  /** Version of the profile picture; null without one. */
  avatar: Generated<string | null>
  created_at: number
  updated_at: number
}

/** Preferences of a user; the value is JSON. */
export interface UserPreferencesTable {
  user_pk: number
  key: string
  value: string
  updated_at: number
}

/** Profile pictures: small, so they are stored here and are part of every copy. */
export interface AvatarsTable {
  user_pk: number
  /** A square JPEG in base64. */
  picture: string
  updated_at: number
}

/** Accounts without a password, into which their guardian switches. */
export interface ChildProfilesTable {
  user_pk: number
  guardian_pk: number
  created_at: number
  /** Age limit set by an administrator; null without one. */
  capped_age: Generated<number | null>
  /** False if an administrator hides series without a rating. */
  capped_unrated: Generated<boolean>
  /** True: of the guardian's libraries, the profile sees only those of `child_libraries`. */
  limits_libraries: Generated<boolean>
}

export interface ChildLibrariesTable {
  user_pk: number
  library_pk: number
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
  /** SHA-256 of the MD5 of the secret, which KOReader sends instead; null for keys of an older version of Octavo. */
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
  users: {
    owner: 'features/people/users',
    makesStale: 'progress',
    seenWith: 'user',
    // The value of users without a password.
    secret: { password_hash: '' },
  },
  user_preferences: {
    owner: 'features/people/preferences',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  avatars: {
    owner: 'features/people/avatars',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  child_profiles: {
    owner: 'features/people/child-profiles',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER, guardian_pk: OF_USER },
  },
  child_libraries: {
    owner: 'features/people/child-profiles',
    makesStale: 'progress',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  api_keys: {
    owner: 'features/people/api-keys',
    makesStale: 'nothing',
    seenWith: 'user',
    references: { user_pk: OF_USER },
    secret: 'rows',
  },
} satisfies TableEntries
