import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'

/** Must equal the condition of the partial index: SQLite uses it for this text only. */
const OPEN = sql<SqlBool>`tasks.status in ('pending', 'processing')`

/** Counts open tasks only, so that a long history costs nothing. */
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

/** 0 if none is pending. */
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
