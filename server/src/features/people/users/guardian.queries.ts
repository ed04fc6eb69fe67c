import { type Selectable, sql } from 'kysely'
import { type Reads, runPrepared } from '../../../db'
import type { UsersTable } from '../../../db/schema/users'
import type { Guardian } from './account'
import { parsePermissions, parseRole, permissionsOf } from './permissions.rules'

type GuardianRow = Pick<Selectable<UsersTable>, 'pk' | 'username' | 'role' | 'permissions' | 'denied_permissions'> & {
  readonly user_pk: number
}

/** The guardians of those users that are child profiles, by the child's key. */
export async function guardiansOf(reader: Reads, userPks: readonly number[]): Promise<Map<number, Guardian>> {
  if (userPks.length === 0) return new Map()
  const rows = await runPrepared<GuardianRow, { pks: string }>(
    reader,
    'users.guardians',
    { pks: JSON.stringify(userPks) },
    (p, query) =>
      query
        .selectFrom('child_profiles')
        .innerJoin('users', 'users.pk', 'child_profiles.guardian_pk')
        .select(['child_profiles.user_pk', 'users.pk', 'users.username'])
        .select(['users.role', 'users.permissions', 'users.denied_permissions'])
        .where(reader.dialect.isKeyOf(sql.ref('child_profiles.user_pk'), p.pks)),
  )
  return new Map(
    rows.map(({ user_pk, pk, username, ...row }) => {
      const denied = parsePermissions(row.denied_permissions)
      const permissions = permissionsOf(parseRole(row.role), parsePermissions(row.permissions), denied)
      return [user_pk, { pk, username, permissions }]
    }),
  )
}
