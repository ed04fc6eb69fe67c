import type { Selectable } from 'kysely'
import type { Tx } from '../../../db'
import type { OidcFlowsTable } from '../../../db/schema/oidc'

export type Flow = Selectable<OidcFlowsTable>

export function hashOf(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}

export async function insertFlow(tx: Tx, flow: Flow): Promise<void> {
  await tx.query.insertInto('oidc_flows').values(flow).execute()
}

/** Redeems a pending sign-in once across all servers. */
export async function takeFlow(tx: Tx, state: string): Promise<Flow | null> {
  const row = await tx.query
    .deleteFrom('oidc_flows')
    .where('state_hash', '=', hashOf(state))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Deletes up to `limit` abandoned sign-ins. */
export async function pruneFlows(tx: Tx, now: number, limit: number): Promise<number> {
  const ended = tx.query.selectFrom('oidc_flows').select('state_hash').where('expires_at', '<=', now).limit(limit)
  const { numDeletedRows } = await tx.query.deleteFrom('oidc_flows').where('state_hash', 'in', ended).executeTakeFirst()
  return Number(numDeletedRows)
}
