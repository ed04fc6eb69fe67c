import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '../../../db'
import type { SchedulesTable } from '../../../db/schema/tasks'
import { newId } from '../../../kernel/ids'
import type { RunEnd } from './schedule.rules'

export type NewSchedule = Pick<
  Insertable<SchedulesTable>,
  'library_pk' | 'job' | 'name' | 'cron' | 'timezone' | 'enabled' | 'config' | 'of_library'
>
export type ScheduleChanges = Pick<
  Updateable<SchedulesTable>,
  'name' | 'cron' | 'timezone' | 'enabled' | 'config' | 'zone' | 'next_fire_at'
>

/** Its time is computed later: see `planNext`. */
export function insertSchedule(tx: Tx, schedule: NewSchedule, now: number): Promise<{ pk: number; id: string }> {
  return tx.query
    .insertInto('schedules')
    .values({ ...schedule, id: newId(), created_at: now, updated_at: now })
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow()
}

export async function changeSchedule(tx: Tx, pk: number, changes: ScheduleChanges, now: number): Promise<void> {
  await tx.query
    .updateTable('schedules')
    .set({ ...changes, updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

export async function deleteSchedule(tx: Tx, pk: number): Promise<void> {
  await tx.query.deleteFrom('schedules').where('pk', '=', pk).execute()
}

/** The row of a library's own scan; null if its settings have none. */
export async function scanOfLibrary(tx: Tx, libraryPk: number) {
  const row = await tx.query
    .selectFrom('schedules')
    .selectAll()
    .where('library_pk', '=', libraryPk)
    .where('of_library', '=', true)
    .executeTakeFirst()
  return row ?? null
}

/** Claims a due schedule for this transaction; false if it is not due, or claimed by another one. */
export async function takeDue(tx: Tx, pk: number, now: number): Promise<boolean> {
  const row = await tx.query
    .selectFrom('schedules')
    .select('pk')
    .where('pk', '=', pk)
    .where('enabled', '=', true)
    .where('next_fire_at', '<=', now)
    .modifyEnd(tx.dialect.skipLocked)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the row for this transaction; false if it is gone. */
export async function lockSchedule(tx: Tx, pk: number): Promise<boolean> {
  const row = await tx.query
    .updateTable('schedules')
    .set({ pk })
    .where('pk', '=', pk)
    .returning('pk')
    .executeTakeFirst()
  return row !== undefined
}

/** The next fire, and the zone it was computed in. Null: never. */
export async function planNext(tx: Tx, pk: number, zone: string, at: number | null): Promise<void> {
  await tx.query.updateTable('schedules').set({ zone, next_fire_at: at }).where('pk', '=', pk).execute()
}

/**
 * SQL for a restored database: times that have passed are not made up for, since without a zone the next one is
 * computed again; and the run that made the backup has no end.
 */
export const PLAN_AGAIN: readonly string[] = [
  'update schedules set zone = null',
  `update schedules set run_tasks = null where job = 'backup'`,
]

/** Stores the tasks of a new run. */
export async function beginRun(tx: Tx, pk: number, taskIds: readonly string[]): Promise<void> {
  await tx.query
    .updateTable('schedules')
    .set({ last_task_id: taskIds.at(-1) ?? null, run_tasks: JSON.stringify(taskIds) })
    .where('pk', '=', pk)
    .execute()
}

/** Records how a run ended, unless another has started since. */
export async function noteEnd(tx: Tx, pk: number, runTasks: string | null, end: RunEnd): Promise<void> {
  await tx.query
    .updateTable('schedules')
    .set({ run_tasks: null, last_run_at: end.at, last_run_status: end.status, last_run_message: end.outcome })
    .where('pk', '=', pk)
    .where('run_tasks', runTasks === null ? 'is' : '=', runTasks)
    .execute()
}
