import type { Tx } from '../../../db'

/** Stores a secret unless one of that name exists; returns the stored one. */
export async function storeSecret(tx: Tx, name: string, value: string): Promise<string> {
  await tx.query
    .insertInto('server_secrets')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await tx.query
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
