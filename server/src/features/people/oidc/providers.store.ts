import type { Reader, Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import type { Seal } from '../../../kernel/seal'
import type { Provider, RoleMapping } from './provider'

/** A provider set up in the app, as stored in the database. */
export type ProviderValues = Omit<Provider, 'origin' | 'createdAt' | 'updatedAt'>

/** Providers configured in the app. A secret sealed with another key counts as missing. */
export async function storedProviders(reader: Reader, seal: Seal): Promise<Provider[]> {
  const rows = await reader.query.selectFrom('identity_providers').selectAll().orderBy('pk').execute()
  return rows.map(row => {
    const secret = row.client_secret === null ? null : seal.open(row.client_secret)
    return {
      name: row.name,
      displayName: row.display_name,
      issuerUrl: row.issuer_url,
      clientId: row.client_id,
      clientSecret: secret && Buffer.from(secret).toString('utf8'),
      scopes: JSON.parse(row.scopes) as string[],
      roleMapping: JSON.parse(row.role_mapping) as RoleMapping,
      groupsClaim: row.groups_claim,
      usernameClaim: row.username_claim,
      emailClaim: row.email_claim,
      enabled: row.enabled,
      origin: 'app',
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  })
}

function columnsOf(values: Partial<ProviderValues>, seal: Seal) {
  const { clientSecret: secret } = values
  return {
    ...(values.displayName !== undefined && { display_name: values.displayName }),
    ...(values.issuerUrl !== undefined && { issuer_url: values.issuerUrl }),
    ...(values.clientId !== undefined && { client_id: values.clientId }),
    ...(secret !== undefined && { client_secret: secret === null ? null : seal.close(Buffer.from(secret, 'utf8')) }),
    ...(values.scopes && { scopes: JSON.stringify(values.scopes) }),
    ...(values.roleMapping && { role_mapping: JSON.stringify(values.roleMapping) }),
    ...(values.groupsClaim !== undefined && { groups_claim: values.groupsClaim }),
    ...(values.usernameClaim !== undefined && { username_claim: values.usernameClaim }),
    ...(values.emailClaim !== undefined && { email_claim: values.emailClaim }),
    ...(values.enabled !== undefined && { enabled: values.enabled }),
  }
}

/** Adds a provider and returns its id; the name must be free. */
export async function insertProvider(tx: Tx, values: ProviderValues, seal: Seal, now: number): Promise<string> {
  const id = newId()
  const columns = columnsOf(values, seal) as Required<ReturnType<typeof columnsOf>>
  await tx.query
    .insertInto('identity_providers')
    .values({ id, name: values.name, ...columns, created_at: now, updated_at: now })
    .execute()
  return id
}

/** Returns the id; null if there is none of that name. */
export async function changeProvider(
  tx: Tx,
  name: string,
  change: { readonly values: Partial<ProviderValues>; readonly seal: Seal },
  now: number,
): Promise<string | null> {
  const row = await tx.query
    .updateTable('identity_providers')
    .set({ ...columnsOf(change.values, change.seal), updated_at: now })
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function deleteProvider(tx: Tx, name: string): Promise<string | null> {
  const row = await tx.query
    .deleteFrom('identity_providers')
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
