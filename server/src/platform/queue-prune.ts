import type { RawBuilder, SqlBool } from 'kysely'
import type { Tx } from '../db'
import { uncount } from './task-runs'

export type EndedStatus = 'completed' | 'failed' | 'cancelled'

/**
 * Deletes at most `limit` tasks that ended in a state, oldest first; `before` is the retention limit (epoch
 * milliseconds), `only` a condition on `tasks`. Returns their number.
 */
export async function deleteEnded(
  tx: Tx,
  options: {
    readonly status: EndedStatus
    readonly before: number
    readonly limit: number
    readonly only?: RawBuilder<SqlBool>
  },
): Promise<number> {
  const { status, before, limit, only } = options
  const gone = await tx.query
    .deleteFrom('tasks')
    .where('pk', 'in', db =>
      db
        .selectFrom('tasks')
        .select('pk')
        .where('status', '=', status)
        .where('completed_at', 'is not', null)
        .where('completed_at', '<', before)
        .$if(only !== undefined, some => some.where(only as RawBuilder<SqlBool>))
        .orderBy('completed_at')
        .limit(limit),
    )
    // A task put back meanwhile stays.
    .where('status', '=', status)
    .returning(['task_type', 'status'])
    .execute()
  await uncount(tx, gone)
  return gone.length
}

/** SQL for a database that nothing else uses: it removes the open tasks of a type, with their logs. */
export function withoutOpen(type: string): readonly string[] {
  const open = `task_type = '${type}' and status in ('pending', 'processing')`
  return [
    `delete from task_log where task_pk in (select pk from tasks where ${open})`,
    `delete from tasks where ${open}`,
  ]
}
