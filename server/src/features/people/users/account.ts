import type { Permission, Role } from '@octavo/contract/access'
import type { Visibility } from '../../../kernel/viewer'

/** A user as the rest of the server sees one: everything but the password. Times in epoch milliseconds. */
export interface Account {
  readonly pk: number
  readonly id: string
  readonly username: string
  readonly email: string
  readonly role: Role
  /** What was granted beyond the role. */
  readonly customPermissions: readonly Permission[]
  /** What was taken away, whatever the role says. */
  readonly deniedPermissions: readonly Permission[]
  /** Of the role and beyond it, without what was taken away. */
  readonly permissions: ReadonlySet<Permission>
  /** What of the catalogue is there for this user. */
  readonly visibility: Visibility
  readonly isActive: boolean
  readonly emailVerified: boolean
  /** Tokens made under an older version have ended. */
  readonly credentialsVersion: number
  /** Grows when sessions of the user end. */
  readonly sessionsVersion: number
  /** A password alone does not let them in. */
  readonly hasSecondFactor: boolean
  readonly lastLoginAt: number | null
  readonly lastSeenAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}
