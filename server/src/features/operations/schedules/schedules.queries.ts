import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import type { RunTask } from './schedule.rules'

/** A reader, or a transaction that reads. */
export interface Selects {
  readonly query: Pick<Reader['query'], 'selectFrom'>
}

const COLUMNS = [
  'schedules.pk',
  'schedules.id',
  'schedules.library_pk',
  'schedules.job',
  'schedules.name',
  'schedules.cron',
  'schedules.timezone',
  'schedules.enabled',
  'schedules.config',
  'schedules.of_library',
  'schedules.zone',
  'schedules.next_fire_at',
  'schedules.last_task_id',
  'schedules.run_tasks',
  'schedules.last_run_at',
  'schedules.last_run_status',
  'schedules.last_run_message',
  'schedules.created_at',
  'schedules.updated_at',
  'libraries.id as library_id',
  'libraries.name as library_name',
  'libraries.is_active as is_active',
  'libraries.scanning_config',
] as const

function rows(reader: Selects) {
  return reader.query
    .selectFrom('schedules')
    .leftJoin('libraries', 'libraries.pk', 'schedules.library_pk')
    .select(COLUMNS)
    .orderBy('schedules.pk')
}

export type ScheduleRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** A schedule with the tasks of its last unrecorded run. */
export interface PlannedRow extends ScheduleRow {
  readonly tasks: readonly RunTask[]
}

/** Schedules of the server and of visible libraries; optionally of one library only. */
export async function visibleSchedules(reader: Reader, viewer: Viewer, libraryPk?: number): Promise<PlannedRow[]> {
  const found = await rows(reader)
    .where(eb => eb.or([eb('schedules.library_pk', 'is', null), visible(viewer, 'schedules.library_pk')]))
    .$if(libraryPk !== undefined, query => query.where('schedules.library_pk', '=', libraryPk as number))
    .execute()
  return withTasks(reader, found)
}

/** @throws NotFound for a missing or hidden one */
export async function findSchedule(reader: Reader, viewer: Viewer, id: string): Promise<PlannedRow> {
  const found = await rows(reader)
    .where('schedules.id', '=', id.toLowerCase())
    .where(eb => eb.or([eb('schedules.library_pk', 'is', null), visible(viewer, 'schedules.library_pk')]))
    .execute()
  const [row] = await withTasks(reader, found)
  if (!row) throw notFound('Schedule')
  return row
}

/** Enabled schedules, and those with an unrecorded run: the input of the scheduler. */
export async function plannedSchedules(reader: Reader): Promise<PlannedRow[]> {
  const found = await rows(reader)
    .where(eb => eb.or([eb('schedules.enabled', '=', true), eb('schedules.run_tasks', 'is not', null)]))
    .execute()
  return withTasks(reader, found)
}

/** One row as the transaction sees it. */
export function scheduleIn(tx: Selects, pk: number): Promise<ScheduleRow | undefined> {
  return rows(tx).where('schedules.pk', '=', pk).executeTakeFirst()
}

/** The existing tasks of a run. */
export async function tasksOf(reader: Selects, ids: readonly string[]): Promise<RunTask[]> {
  if (ids.length === 0) return []
  return reader.query
    .selectFrom('tasks')
    .select(['id', 'status', 'result', 'last_error', 'completed_at'])
    .where('id', 'in', ids)
    .execute()
}

export function runIds(row: Pick<ScheduleRow, 'run_tasks'>): readonly string[] {
  return row.run_tasks === null ? [] : (JSON.parse(row.run_tasks) as string[])
}

async function withTasks(reader: Reader, found: readonly ScheduleRow[]): Promise<PlannedRow[]> {
  const tasks = await tasksOf(reader, found.flatMap(runIds))
  const byId = new Map(tasks.map(task => [task.id, task]))
  return found.map(row => ({ ...row, tasks: runIds(row).flatMap(id => byId.get(id) ?? []) }))
}
