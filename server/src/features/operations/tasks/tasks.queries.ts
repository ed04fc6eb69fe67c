import type { TaskStateFilter } from '@octavo/contract/task'
import { type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { TaskLogTable } from '../../../db/schema/tasks'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import { visibleTask, visibleTaskKey } from './visible-task'

export interface TaskFilters {
  readonly status?: TaskStateFilter | undefined
  readonly taskType?: string | undefined
  readonly libraryId?: string | undefined
}

export interface TaskRow {
  readonly id: string
  readonly task_type: string
  readonly status: string
  readonly priority: number
  readonly payload: string
  readonly library_id: string | null
  readonly library_name: string | null
  readonly series_id: string | null
  readonly series_title: string | null
  readonly book_id: string | null
  readonly book_title: string | null
  readonly attempt: number
  readonly max_attempts: number
  readonly forgiven_attempts: number
  readonly locked_by: string | null
  readonly lease_until: number | null
  readonly scheduled_for: number
  readonly created_at: number
  readonly started_at: number | null
  readonly completed_at: number | null
  readonly result: string | null
  readonly last_error: string | null
  readonly error_facts: string | null
  readonly progress_current: number
  readonly progress_total: number
  readonly progress_message: string | null
  readonly cancel_requested: boolean
  readonly username: string | null
}

/** `not in`, so that a page is read in the order of keys, not from the index of states. */
const hasEnded = sql<SqlBool>`tasks.status not in ('pending', 'processing')`

/** Tasks, newest first: keys from an index, the rest for these rows only. */
export function taskRows(
  reader: Reader,
  viewer: Viewer,
  filters: TaskFilters & { readonly limit: number; readonly offset: number },
): Promise<TaskRow[]> {
  const { status, taskType, libraryId, limit, offset } = filters
  const values = { status, taskType, libraryId: libraryId?.toLowerCase(), limit, offset }
  return runPrepared<TaskRow, typeof values>(
    reader,
    `tasks.list|${shapeOf(filters)}|${visibleTaskKey(viewer)}`,
    values,
    (p, query) =>
      withNames(
        query
          .with('page', db =>
            db
              .selectFrom('tasks')
              .select('tasks.pk')
              .where(visibleTask(viewer))
              .$if(status === 'ended', some => some.where(hasEnded))
              .$if(status !== undefined && status !== 'ended', some =>
                some.where('tasks.status', '=', p.status as string),
              )
              .$if(taskType !== undefined, some => some.where('tasks.task_type', '=', p.taskType as string))
              .$if(libraryId !== undefined, some => some.where('tasks.library_id', '=', p.libraryId as string))
              .orderBy('tasks.pk', 'desc')
              .limit(p.limit)
              .offset(p.offset),
          )
          .selectFrom('page')
          .innerJoin('tasks', 'tasks.pk', 'page.pk'),
      ).orderBy('tasks.pk', 'desc'),
  )
}

/** @throws NotFound for a missing or hidden one */
export async function findTask(reader: Reader, viewer: Viewer, id: string): Promise<TaskRow> {
  const values = { id: id.toLowerCase() }
  const [row] = await runPrepared<TaskRow, typeof values>(
    reader,
    `tasks.one|${visibleTaskKey(viewer)}`,
    values,
    (p, query) => withNames(query.selectFrom('tasks')).where('tasks.id', '=', p.id).where(visibleTask(viewer)),
  )
  if (!row) throw notFound('Task')
  return row
}

/** Selects the columns of a task, with the names of its subject and requester. */
function withNames(from: unknown) {
  // Both callers select from `tasks`; the types of joined tables do not matter here.
  return (from as ReturnType<typeof onlyTasks>)
    .leftJoin('libraries', 'libraries.id', 'tasks.library_id')
    .leftJoin('series', 'series.id', 'tasks.series_id')
    .leftJoin('books', 'books.id', 'tasks.book_id')
    .leftJoin('users', 'users.pk', 'tasks.requested_by_pk')
    .select([
      'tasks.id',
      'tasks.task_type',
      'tasks.status',
      'tasks.priority',
      'tasks.payload',
      'tasks.library_id',
      'libraries.name as library_name',
      'tasks.series_id',
      'series.title as series_title',
      'tasks.book_id',
      'books.title as book_title',
      'tasks.attempt',
      'tasks.max_attempts',
      'tasks.forgiven_attempts',
      'tasks.locked_by',
      'tasks.lease_until',
      'tasks.scheduled_for',
      'tasks.created_at',
      'tasks.started_at',
      'tasks.completed_at',
      'tasks.result',
      'tasks.last_error',
      'tasks.error_facts',
      'tasks.progress_current',
      'tasks.progress_total',
      'tasks.progress_message',
      'tasks.cancel_requested',
      'users.username',
    ])
}

function onlyTasks(query: Reader['query']) {
  return query.selectFrom('tasks')
}

function shapeOf({ status, taskType, libraryId }: TaskFilters): string {
  const given = (value: unknown) => (value === undefined ? 0 : 1)
  return `${status === 'ended' ? 2 : given(status)}${given(taskType)}${given(libraryId)}`
}

/** Counts row by row, for filters and viewers that the stored counts don't cover. */
export async function countTasks(reader: Reader, viewer: Viewer, filters: TaskFilters): Promise<number> {
  const { status, taskType, libraryId } = filters
  const { total } = await reader.query
    .selectFrom('tasks')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where(visibleTask(viewer))
    .$if(status === 'ended', some => some.where(hasEnded))
    .$if(status !== undefined && status !== 'ended', some => some.where('tasks.status', '=', status as string))
    .$if(taskType !== undefined, some => some.where('tasks.task_type', '=', taskType as string))
    .$if(libraryId !== undefined, some => some.where('tasks.library_id', '=', (libraryId as string).toLowerCase()))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Log lines of a task, in order. */
export async function taskLog(reader: Reader, viewer: Viewer, id: string): Promise<Omit<TaskLogTable, 'pk'>[]> {
  return reader.query
    .selectFrom('task_log')
    .innerJoin('tasks', 'tasks.pk', 'task_log.task_pk')
    .select(['task_log.task_pk', 'task_log.at', 'task_log.level', 'task_log.message'])
    .where('tasks.id', '=', id.toLowerCase())
    .where(visibleTask(viewer))
    .orderBy('task_log.pk')
    .execute()
}

export async function userName(reader: Reader, pk: number): Promise<string | null> {
  const row = await reader.query.selectFrom('users').select('username').where('pk', '=', pk).executeTakeFirst()
  return row?.username ?? null
}

/** Number of visible ones among these books or series. */
export async function countVisible(
  reader: Reader,
  viewer: Viewer,
  table: 'books' | 'series',
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { total } = await reader.query
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where(`${table}.id`, 'in', ids)
    .where(visible(viewer, `${table}.library_pk`))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** All pending tasks, for cancelling them. */
export async function waitingTasks(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader.query
    .selectFrom('tasks')
    .select('id')
    .where(sql<boolean>`status in ('pending', 'processing')`)
    .where('status', '=', 'pending')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
