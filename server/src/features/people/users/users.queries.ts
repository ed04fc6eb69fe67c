import type { Selectable } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { UsersTable } from '../../../db/schema/users'
import type { Visibility } from '../../../kernel/viewer'
import { limits } from '../access'
import type { Account, Guardian } from './account'
import { guardiansOf } from './guardian.queries'
import { parsePermissions, parseRole, permissionsOf } from './permissions.rules'
import { nameKey } from './users.rules'

export type UserRow = Selectable<UsersTable>

/** These take no viewer: they identify the viewer. */
export async function accountById(reader: Reader, id: string): Promise<Account | null> {
  const [row] = await runPrepared<UserRow, { id: string }>(reader, 'users.by-id', { id }, (p, query) =>
    query.selectFrom('users').selectAll().where('id', '=', p.id),
  )
  return row ? accountOf(reader, row) : null
}

async function accountOf(reader: Reader, row: UserRow): Promise<Account> {
  const [account] = await toAccounts(reader, [row])
  if (!account) throw new Error('a row became no account')
  return account
}

export async function accountsByIds(reader: Reader, ids: readonly string[]): Promise<Account[]> {
  if (ids.length === 0) return []
  const rows = await reader.query.selectFrom('users').selectAll().where('id', 'in', ids).execute()
  return toAccounts(reader, rows)
}

/** The credentials of a user. */
export interface Credentials
  extends Pick<Account, 'pk' | 'id' | 'username' | 'email' | 'isActive' | 'emailVerified' | 'credentialsVersion'> {
  readonly passwordHash: string
  /** The account with its visibility: a separate query, for authenticated users only. */
  readonly account: () => Promise<Account>
}

/**
 * By user name or e-mail address. If one user's name equals another's address, the address counts, since names are
 * freely chosen. One query whether or not the name exists: the response time must not reveal it.
 */
export async function credentialsByName(reader: Reader, nameOrEmail: string): Promise<Credentials | null> {
  const key = nameKey(nameOrEmail)
  // PostgreSQL rejects text with a NUL, which no name contains.
  if (key.includes('\0')) return null
  const rows = await runPrepared<UserRow, { key: string; same: string }>(
    reader,
    'users.by-name',
    { key, same: key },
    (p, query) =>
      query
        .selectFrom('users')
        .selectAll()
        .where(where => where.or([where('username_key', '=', p.key), where('email_key', '=', p.same)])),
  )
  const row = rows.find(each => each[key.includes('@') ? 'email_key' : 'username_key'] === key) ?? rows[0]
  if (!row) return null
  return {
    pk: row.pk,
    id: row.id,
    username: row.username,
    email: row.email,
    isActive: row.is_active,
    emailVerified: row.email_verified,
    credentialsVersion: row.credentials_version,
    passwordHash: row.password_hash,
    account: async () => accountOf(reader, row),
  }
}

export async function anyUserExists(reader: Reader): Promise<boolean> {
  const rows = await runPrepared<{ pk: number }, Record<string, never>>(reader, 'users.any', {}, (_p, query) =>
    query.selectFrom('users').select('pk').limit(1),
  )
  return rows.length > 0
}

/** Rows as accounts, with their visibility. */
export async function toAccounts(reader: Reader, rows: readonly UserRow[]): Promise<Account[]> {
  const pks = rows.map(({ pk }) => pk)
  const [visibilities, guardians] = await Promise.all([limits.visibilitiesOf(reader, rows), guardiansOf(reader, pks)])
  return rows.map(row => toAccount(row, visibilities.get(row.pk) ?? NOTHING, guardians.get(row.pk) ?? null))
}

const NOTHING: Visibility = { kind: 'libraries', libraryPks: [] }

function toAccount(row: UserRow, visibility: Visibility, guardian: Guardian | null): Account {
  const role = parseRole(row.role)
  const customPermissions = parsePermissions(row.permissions)
  const deniedPermissions = parsePermissions(row.denied_permissions)
  return {
    pk: row.pk,
    id: row.id,
    username: row.username,
    email: row.email,
    role,
    customPermissions,
    deniedPermissions,
    permissions: permissionsOf(role, customPermissions, deniedPermissions, guardian),
    guardian,
    visibility,
    avatar: row.avatar,
    isActive: row.is_active,
    emailVerified: row.email_verified,
    credentialsVersion: row.credentials_version,
    sessionsVersion: row.sessions_version,
    hasSecondFactor: row.second_factor,
    lastLoginAt: row.last_login_at,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
