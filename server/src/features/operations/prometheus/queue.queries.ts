import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'

/** Written as the partial index has it: SQLite uses it for this text only. */
const OPEN = sql<SqlBool>`tasks.status in ('pending', 'processing')`

/** Open tasks alone are counted, so that a long history costs nothing. */
export async function queueDepth(
  reader: Reader,
): Promise<{ readonly type: string; readonly status: string; readonly count: number }[]> {
  return reader.query
    .selectFrom('tasks')
    .select(eb => ['task_type as type', 'status', eb.fn.countAll<number>().as('count')])
    .where(OPEN)
    .groupBy(['task_type', 'status'])
    .execute()
}

/** 0 when none waits. */
export async function oldestDueSeconds(reader: Reader): Promise<number> {
  const { now } = reader.dialect
  const { ms } = await reader.query
    .selectFrom('tasks')
    .select(eb => sql<number | null>`${now} - ${eb.fn.min('scheduled_for')}`.as('ms'))
    .where(OPEN)
    .where('status', '=', 'pending')
    .where('scheduled_for', '<=', now)
    .executeTakeFirstOrThrow()
  return Math.max(0, ms ?? 0) / 1000
}
