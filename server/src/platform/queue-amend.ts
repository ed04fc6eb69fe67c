import { sql } from 'kysely'
import type { Tx } from '../db'
import { canonicalJson } from './canonical-json'

/** The outcome of a change to a task: it runs already; it has ended; it stays as it was; it was changed. */
export type Amended = 'running' | 'ended' | 'unchanged' | 'amended'

type Payload = Readonly<Record<string, unknown>>

/**
 * Gives a task that waits another payload, and has it begin at `dueAt` at the latest. `change` answers null when it
 * is good as it is. What makes it the same as others stays as it was. Until the transaction ends, the task does not.
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

/** Has the end of a running task wait for this transaction; false when it runs no longer. */
async function holdRunning(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('tasks')
    .set(eb => ({ payload: eb.ref('payload') }))
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
