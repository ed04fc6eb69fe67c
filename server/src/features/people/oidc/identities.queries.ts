import type { Selectable } from 'kysely'
import type { Reader } from '../../../db'
import type { IdentitiesTable } from '../../../db/schema/oidc'
import { nameKey } from '../users'

// These run before there is a viewer, or are about the viewer.

/** The id of the user linked to this account of a provider. */
export async function userByIdentity(
  reader: Reader,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<string | null> {
  const row = await reader.query
    .selectFrom('identities')
    .innerJoin('users', 'users.pk', 'identities.user_pk')
    .select('users.id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.id ?? null
}

/** By exact address: similar names do not count. */
export async function userByEmail(reader: Reader, email: string): Promise<string | null> {
  const row = await reader.query
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', nameKey(email))
    .executeTakeFirst()
  return row?.id ?? null
}

/** The first unused one of these names. */
export async function freeName(reader: Reader, names: readonly string[]): Promise<string | null> {
  const rows = await reader.query
    .selectFrom('users')
    .select('username_key')
    .where('username_key', 'in', names.map(nameKey))
    .execute()
  const taken = new Set(rows.map(({ username_key }) => username_key))
  return names.find(name => !taken.has(nameKey(name))) ?? null
}

export function identitiesOf(reader: Reader, userPk: number): Promise<Selectable<IdentitiesTable>[]> {
  return reader.query.selectFrom('identities').selectAll().where('user_pk', '=', userPk).orderBy('pk').execute()
}
