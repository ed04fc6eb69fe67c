import type { Permission, Role } from '@octavo/contract/access'
import type { Visibility } from '../../../kernel/viewer'

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
  /** The user's visibility of the catalogue. */
  readonly visibility: Visibility
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
