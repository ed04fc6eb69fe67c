import { sql } from 'kysely'
import type { Tx } from '../db'
import { canonicalJson } from './canonical-json'

/** The result of changing a task: running already, ended, unchanged, or changed. */
export type Amended = 'running' | 'ended' | 'unchanged' | 'amended'

type Payload = Readonly<Record<string, unknown>>

/**
 * Changes the payload of a pending task, and makes it begin at `dueAt` at the latest. `change` returns null if it is
 * fine as it is. Its deduplication key stays. Locks the task until the transaction ends.
 */
export async function amendWaiting(
  tx: Tx,
  id: string,
  change: (payload: Payload) => Payload | null,
  { dueAt, requestedByPk = null }: { readonly dueAt: number; readonly requestedByPk?: number | null },
): Promise<Amended> {
  for (;;) {
    const row = await tx.query.selectFrom('tasks').select(['status', 'payload']).where('id', '=', id).executeTakeFirst()
    if (row?.status !== 'pending' && row?.status !== 'processing') return 'ended'
    if (row.status === 'processing') {
      if (await holdRunning(tx, id)) return 'running'
      continue
    }
    const changed = change(JSON.parse(row.payload))
    const { numUpdatedRows } = await tx.query
      .updateTable('tasks')
      .set({
        payload: changed === null ? row.payload : canonicalJson(changed),
        scheduled_for: sql<number>`case when scheduled_for > ${dueAt} then ${dueAt} else scheduled_for end`,
        requested_by_pk: sql<number | null>`coalesce(requested_by_pk, cast(${requestedByPk} as bigint))`,
      })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      // A change made in the meantime is not overwritten.
      .where('payload', '=', row.payload)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return changed === null ? 'unchanged' : 'amended'
  }
}

/** Locks a running task, so that it ends after this transaction; false if it is not running any more. */
async function holdRunning(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('tasks')
    .set(eb => ({ payload: eb.ref('payload') }))
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
