import type { Permission, Role } from '@octavo/contract/access'
import type { Visibility } from '../../../kernel/viewer'

/** The user who switches into a child profile. */
export interface Guardian {
  readonly pk: number
  readonly username: string
  readonly permissions: ReadonlySet<Permission>
}

/** A user without the password. Times in epoch milliseconds. */
export interface Account {
  readonly pk: number
  readonly id: string
  readonly username: string
  readonly email: string
  readonly role: Role
  /** Granted beyond the role. */
  readonly customPermissions: readonly Permission[]
  /** Denied, whatever the role. */
  readonly deniedPermissions: readonly Permission[]
  /** Effective: of the role and beyond it, without denied ones. */
  readonly permissions: ReadonlySet<Permission>
  /** Of a child profile: it may do and see at most what its guardian does. */
  readonly guardian: Guardian | null
  /** The user's visibility of the catalogue. */
  readonly visibility: Visibility
  /** Version of the profile picture; null without one. */
  readonly avatar: string | null
  readonly isActive: boolean
  readonly emailVerified: boolean
  /** Tokens of an older version are invalid. */
  readonly credentialsVersion: number
  /** Incremented when sessions of the user end. */
  readonly sessionsVersion: number
  /** A second factor is required. */
  readonly hasSecondFactor: boolean
  readonly lastLoginAt: number | null
  readonly lastSeenAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}
