import type { Permission, Role } from '@octavo/contract/access'
import { sql } from 'kysely'
import { insertRows, type Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { nameKey } from './users.rules'

/** Fields that an administrator can change; absent ones stay. */
export interface UserChange {
  readonly username?: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly passwordHash?: string
  readonly role?: Role
  readonly isActive?: boolean
  readonly permissions?: readonly Permission[]
  readonly deniedPermissions?: readonly Permission[]
  /** Version of the profile picture; null without one. */
  readonly avatar?: string | null
  readonly limits?: LimitsChange
}

export interface LimitsChange {
  /** Keys of libraries; null for all. */
  readonly libraryPks?: readonly number[] | null
  readonly ageLimit?: number | null
  readonly showsUnrated?: boolean
}

/** Changes a user. A new password or deactivation ends all sessions, also those of child profiles. */
export async function changeUser(tx: Tx, userPk: number, change: UserChange, now: number): Promise<void> {
  const {
    username,
    email,
    emailVerified,
    passwordHash,
    role,
    isActive,
    permissions,
    deniedPermissions,
    avatar,
    limits = {},
  } = change
  const { libraryPks, ageLimit, showsUnrated } = limits
  const endsSessions = passwordHash !== undefined || isActive === false
  await tx.query
    .updateTable('users')
    .set({
      ...(username !== undefined && { username, username_key: nameKey(username) }),
      ...(email !== undefined && { email, email_key: nameKey(email) }),
      ...(emailVerified !== undefined && { email_verified: emailVerified }),
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      ...(role !== undefined && { role }),
      ...(isActive !== undefined && { is_active: isActive }),
      ...(avatar !== undefined && { avatar }),
      ...(permissions && { permissions: JSON.stringify(permissions) }),
      ...(deniedPermissions && { denied_permissions: JSON.stringify(deniedPermissions) }),
      ...(libraryPks !== undefined && { limits_libraries: libraryPks !== null }),
      ...(ageLimit !== undefined && { age_limit: ageLimit }),
      ...(showsUnrated !== undefined && { shows_unrated: showsUnrated }),
      ...(endsSessions && {
        credentials_version: sql<number>`credentials_version + 1`,
        sessions_version: sql<number>`sessions_version + 1`,
      }),
      updated_at: now,
    })
    .where('pk', '=', userPk)
    .execute()
  if (endsSessions) await endChildSessions(tx, userPk)
  if (libraryPks === undefined) return
  await tx.query.deleteFrom('user_libraries').where('user_pk', '=', userPk).execute()
  if (!libraryPks || libraryPks.length === 0) return
  const rows = libraryPks.map(library_pk => ({ user_pk: userPk, library_pk }))
  await insertRows(tx, 'user_libraries', rows)
}

/** Ends all sessions of a guardian's child profiles. */
export async function endChildSessions(
  tx: Tx,
  guardianPk: number,
  change: { readonly is_active?: false } = {},
): Promise<void> {
  const children = tx.query.selectFrom('child_profiles').select('user_pk').where('guardian_pk', '=', guardianPk)
  await tx.query
    .updateTable('users')
    .set(update => ({
      ...change,
      credentials_version: update('credentials_version', '+', 1),
      sessions_version: update('sessions_version', '+', 1),
    }))
    .where('pk', 'in', children)
    .execute()
}

/**
 * Deletes a user; keys, sessions, progress and grants are deleted by cascade. Child profiles stay, deactivated: without
 * the guardian's limits they would see more.
 */
export async function deleteUserRow(tx: Tx, userPk: number): Promise<void> {
  await endChildSessions(tx, userPk, { is_active: false })
  await tx.query.deleteFrom('users').where('pk', '=', userPk).execute()
}

export async function setLastSeen(tx: Tx, userPk: number, now: number): Promise<void> {
  await tx.query.updateTable('users').set({ last_seen_at: now }).where('pk', '=', userPk).execute()
}

/** Keys of libraries by id. @throws BadRequest naming a missing one */
export async function libraryKeys(
  { query }: { readonly query: Pick<Tx['query'], 'selectFrom'> },
  ids: readonly string[],
): Promise<number[]> {
  const wanted = [...new Set(ids.map(id => id.toLowerCase()))]
  if (wanted.length === 0) return []
  const rows = await query.selectFrom('libraries').select(['pk', 'id']).where('id', 'in', wanted).execute()
  const missing = wanted.find(id => !rows.some(row => row.id === id))
  if (missing) throw refused('BadRequest', 'library_gone', `libraryIds: there is no library ${missing}`, 'libraryIds')
  return rows.map(({ pk }) => pk)
}
