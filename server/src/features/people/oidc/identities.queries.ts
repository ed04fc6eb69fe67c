import type { Selectable } from 'kysely'
import type { Reader } from '../../../db'
import type { IdentitiesTable } from '../../../db/schema/oidc'
import { nameKey } from '../users'

// These reads come before there is a viewer, or are about the one who asks.

/** The id of the user who signs in by this account of a provider. */
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

/** By the address alone: a name that looks like it does not count. */
export async function userByEmail(reader: Reader, email: string): Promise<string | null> {
  const row = await reader.query
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', nameKey(email))
    .executeTakeFirst()
  return row?.id ?? null
}

/** The first of these names that nobody has. */
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
