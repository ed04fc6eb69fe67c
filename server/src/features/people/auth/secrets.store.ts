import type { Tx } from '../../../db'

/** Keeps a secret unless there is one of the name; answers the one that is there then. */
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
