import type { Permission } from '@octavo/contract/access'
import type { UserDetailDto, UserDto, UserInfo } from '@octavo/contract/user'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import type { Account } from './account'
import type { UserDetails } from './user-list.queries'

/** `permissions` are the effective ones, of the role and beyond it; an API key restricts them. */
export function userInfo(account: Account, permissions: ReadonlySet<Permission> = account.permissions): UserInfo {
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    role: account.role,
    emailVerified: account.emailVerified,
    permissions: [...permissions],
    ...(account.guardian && { guardian: account.guardian.username }),
    ...(account.avatar !== null && { avatar: account.avatar }),
  }
}

/** `permissions` are only those beyond the role, as an admin edits them. */
export function userView(account: Account): UserDto {
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    role: account.role,
    isActive: account.isActive,
    permissions: [...account.customPermissions],
    deniedPermissions: [...account.deniedPermissions],
    secondFactor: account.hasSecondFactor,
    lastLoginAt: timestampOrNull(account.lastLoginAt),
    lastSeenAt: timestampOrNull(account.lastSeenAt),
    createdAt: timestamp(account.createdAt),
    updatedAt: timestamp(account.updatedAt),
    ...(account.guardian && { guardian: account.guardian.username }),
    ...(account.avatar !== null && { avatar: account.avatar }),
  }
}

export function userDetail(account: Account, { row, libraryIds, grants }: UserDetails): UserDetailDto {
  return {
    ...userView(account),
    libraryIds: row.limits_libraries ? libraryIds : null,
    ageLimit: row.age_limit,
    showsUnrated: row.shows_unrated,
    sharingTags: grants.map(grant => ({
      id: grant.id,
      sharingTagId: grant.tag_id,
      sharingTagName: grant.name,
      accessMode: grant.mode === 'allow' ? 'allow' : 'deny',
      createdAt: timestamp(grant.created_at),
    })),
  }
}
