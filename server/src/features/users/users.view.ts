import type { Permission } from '@octavo/contract/access'
import type { UserDetailDto, UserInfo } from '@octavo/contract/user'
import { timestamp, timestampOrNull } from '../../kernel/clock'
import type { Account } from './account'

/** `permissions` are what the holder may do in all, of the role and beyond it; an API key narrows them. */
export function userInfo(account: Account, permissions: ReadonlySet<Permission> = account.permissions): UserInfo {
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    role: account.role,
    emailVerified: account.emailVerified,
    permissions: [...permissions],
  }
}

/** `permissions` are only those beyond the role, as an admin edits them. */
export function userDetail(account: Account): UserDetailDto {
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    role: account.role,
    isActive: account.isActive,
    permissions: [...account.customPermissions],
    sharingTags: [],
    lastLoginAt: timestampOrNull(account.lastLoginAt),
    createdAt: timestamp(account.createdAt),
    updatedAt: timestamp(account.updatedAt),
  }
}
