import type { CreateTaskRequest } from '@octavo/contract/task'
import type { Reader, Write } from '../../../db'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import type { NewTask, TaskHandlers } from '../../../platform/queue.types'
import { kindOf, recordTask } from '../../../platform/task-requests'
import type { TaskSignal } from '../../../platform/task-signal'
import { requireLibrary, requireSeries, visibleLibraryIds } from '../../people/access'
import { TASK_PRIORITIES } from './task-priority.rules'
import { countVisible } from './tasks.queries'

/** Values per statement. */
const CHUNK = 500

export interface TaskDeps {
  readonly reader: Reader
  readonly write: Write
  readonly signal: TaskSignal
  /** Task types of this server. */
  readonly handlers: TaskHandlers
  readonly now: Clock
}

/**
 * Enqueues a task requested by a person. Returns its id, or that of an equal pending or running one.
 * @throws BadRequest for a type without a handler; NotFound for a subject hidden from the viewer
 */
export async function createTask(
  { reader, write, signal, handlers, now }: TaskDeps,
  viewer: Viewer,
  { taskType, priority, scheduledFor }: CreateTaskRequest,
): Promise<{ readonly taskId: string }> {
  const { type, ...fields } = taskType
  const handler = handlers[type]
  if (!handler) {
    const known = Object.keys(handlers).toSorted()
    throw new AppError('BadRequest', `Unknown task type ${type}. Known types: ${known.join(', ')}`, { known })
  }
  const asked = canonical(fields)
  await requireSubjects(reader, viewer, asked)
  // The same access check as of the operations that queue such tasks.
  const libraryIds = handler.narrowsToLibraries ? await visibleLibraryIds(reader, viewer) : undefined
  const payload = libraryIds === undefined ? asked : { ...asked, libraryIds }
  const task: NewTask = {
    type,
    payload,
    priority: priority ?? TASK_PRIORITIES[type],
    requestedByPk: viewer.userPk,
    ...(scheduledFor && { dueAt: Date.parse(scheduledFor) }),
  }
  const { id } = await write(async tx => {
    const put = await (handler.enqueue ? handler.enqueue(tx, task) : enqueue(tx, task))
    if (put.isNew) await recordTask(tx, viewer, put.id, 'task_requested', { now: now(), details: kindOf(task) })
    return put
  })
  signal.notify()
  return { taskId: id }
}

/** Without defaults, and ids in one spelling, so that equal requests are one task. */
function canonical(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => {
        if (name.endsWith('Ids') && Array.isArray(value)) return [name, [...new Set(value.map(lower))]]
        return [name, name.endsWith('Id') && name !== 'externalId' ? lower(value) : value]
      }),
  )
}

async function requireSubjects(reader: Reader, viewer: Viewer, payload: Record<string, unknown>): Promise<void> {
  const { libraryId, seriesId, bookId, seriesIds, bookIds } = payload
  if (typeof libraryId === 'string') await requireLibrary(reader, viewer, libraryId)
  if (typeof seriesId === 'string') await requireSeries(reader, viewer, seriesId)
  if (typeof bookId === 'string') await requireAll(reader, viewer, 'books', [bookId])
  if (Array.isArray(seriesIds)) await requireAll(reader, viewer, 'series', seriesIds)
  if (Array.isArray(bookIds)) await requireAll(reader, viewer, 'books', bookIds)
}

async function requireAll(
  reader: Reader,
  viewer: Viewer,
  table: 'books' | 'series',
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    const part = ids.slice(at, at + CHUNK)
    const found = await countVisible(reader, viewer, table, part)
    if (found !== part.length) throw notFound(table === 'books' ? 'Book' : 'Series')
  }
}
