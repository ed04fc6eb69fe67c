import { type Selectable, sql } from 'kysely'
import { type Reader, runShape } from '../../../db'
import type { UsersTable } from '../../../db/schema/users'
import type { Guardian } from './account'
import { parsePermissions, parseRole, permissionsOf } from './permissions.rules'

/** A reader, or a transaction. */
interface Reads {
  readonly query: Pick<Reader['query'], 'selectFrom'>
  readonly dialect: Reader['dialect']
  readonly run: Reader['run']
}

type GuardianRow = Pick<Selectable<UsersTable>, 'pk' | 'username' | 'role' | 'permissions' | 'denied_permissions'> & {
  readonly user_pk: number
}

/** The guardians of those users that are child profiles, by the child's key. */
export async function guardiansOf(reader: Reads, userPks: readonly number[]): Promise<Map<number, Guardian>> {
  if (userPks.length === 0) return new Map()
  const rows = await runShape<GuardianRow, { pks: string }, Reads['query']>(
    reader,
    'users.guardians',
    { pks: JSON.stringify(userPks) },
    (query, p) =>
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
