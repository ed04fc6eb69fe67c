import { TaskProgress } from './event'
import { Int32, Int64, nullable, numeral, Timestamp, Uuid } from './ids'
import { MessageResponse } from './message'
import { PageQuery, paginated, sizeQuery } from './paging'
import { json, route } from './route'
import { TaskType } from './task-type'
import * as z from './zod'

/** The states of a task. The event stream calls `processing` running. */
export const TASK_STATES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]
const State = z.enum(TASK_STATES)
/** Which tasks a page lists: those of one state, or all that have ended. */
export type TaskStateFilter = TaskState | 'ended'
const TypeName = z.string().min(1).max(100)

export const TaskResponse = z
  .object({
    id: Uuid,
    taskType: z.string(),
    status: z.string().meta({ description: 'pending, processing, completed, failed or cancelled' }),
    priority: Int32.meta({ description: 'The higher, the sooner' }),
    params: z.unknown().optional(),
    libraryId: nullable(Uuid),
    libraryName: nullable(z.string()),
    seriesId: nullable(Uuid),
    seriesTitle: nullable(z.string()),
    bookId: nullable(Uuid),
    bookTitle: nullable(z.string()),
    attempts: Int32,
    maxAttempts: Int32,
    lockedBy: nullable(z.string()),
    lockedUntil: nullable(Timestamp),
    scheduledFor: Timestamp,
    createdAt: Timestamp,
    startedAt: nullable(Timestamp),
    completedAt: nullable(Timestamp),
    result: z.unknown().optional(),
    lastError: nullable(z.string()),
    lastErrorCode: nullable(z.string()).meta({
      description: 'Code of `lastError`, as of refused requests; null if the error was unexpected',
    }),
    lastErrorDetails: z
      .unknown()
      .optional()
      .meta({ description: 'Details of `lastError`, as of refused requests: `reason`, and facts for its text' }),
    progress: nullable(TaskProgress),
    cancelRequested: z.boolean().meta({ description: 'The running task has been asked to stop' }),
    requestedBy: nullable(z.string()).meta({ description: 'Name of the person who requested it' }),
  })
  .meta({ id: 'TaskResponse' })
export type TaskResponse = z.infer<typeof TaskResponse>

export const CreateTaskRequest = z
  .object({
    taskType: TaskType,
    priority: nullable(Int32),
    scheduledFor: nullable(Timestamp),
  })
  .meta({ id: 'CreateTaskRequest' })
export type CreateTaskRequest = z.infer<typeof CreateTaskRequest>

export const CreateTaskResponse = z.object({ taskId: Uuid }).meta({ id: 'CreateTaskResponse' })
export const PurgeTasksResponse = z.object({ deleted: Int64 }).meta({ id: 'PurgeTasksResponse' })

const counts = {
  pending: Int64,
  processing: Int64,
  completed: Int64,
  failed: Int64,
  stale: Int64.meta({ description: 'Processing, but its lease has expired' }),
  total: Int64,
}

export const TaskTypeStats = z.object(counts).meta({ id: 'TaskTypeStats' })
export const TaskStats = z.object({ ...counts, byType: z.record(z.string(), TaskTypeStats) }).meta({ id: 'TaskStats' })
export type TaskStats = z.infer<typeof TaskStats>

export const TaskLogLine = z
  .object({ at: Timestamp, level: z.enum(['info', 'warn', 'error']), message: z.string() })
  .meta({ id: 'TaskLogLine' })
export const TaskLog = z.object({ lines: z.array(TaskLogLine) }).meta({ id: 'TaskLog' })
export type TaskLog = z.infer<typeof TaskLog>

const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ description: 'Hour and minute, such as 22:00' })

/** From one time of day to another, past midnight if the second is earlier. */
export const QuietHours = z
  .object({
    enabled: z.boolean(),
    from: TimeOfDay,
    to: TimeOfDay,
    timezone: z.string().min(1).max(100).meta({ description: 'IANA name, such as Europe/Berlin' }),
  })
  .meta({ id: 'QuietHoursDto' })
export type QuietHours = z.infer<typeof QuietHours>

const Days = z.int().min(1).max(3650)

/** Retention of ended tasks in days; cancelled ones as long as completed ones. */
export const TaskRetention = z.object({ completedDays: Days, failedDays: Days }).meta({ id: 'TaskRetentionDto' })
export type TaskRetention = z.infer<typeof TaskRetention>

export const TaskControlDto = z
  .object({
    paused: z.boolean(),
    pausedAt: nullable(Timestamp),
    pausedBy: nullable(z.string()),
    quietHours: QuietHours.nullable(),
    quietNow: z.boolean(),
    retention: TaskRetention,
  })
  .meta({ id: 'TaskControlDto' })
export type TaskControlDto = z.infer<typeof TaskControlDto>

/** Absent keeps a value; null removes the quiet hours. */
export const UpdateTaskControlRequest = z
  .object({ paused: z.boolean().optional(), quietHours: nullable(QuietHours), retention: TaskRetention.optional() })
  .meta({ id: 'UpdateTaskControlRequest' })
export type UpdateTaskControlRequest = z.infer<typeof UpdateTaskControlRequest>

const tag = 'Task Queue'
const TaskParams = z.object({ task_id: Uuid })
const filters = { status: State.optional(), taskType: TypeName.optional() }

export const listTasks = route({
  id: 'list_tasks',
  method: 'get',
  path: '/api/v1/tasks',
  tag,
  summary: 'Latest tasks',
  access: 'tasks-read',
  query: z.object({ ...filters, limit: sizeQuery(50, 500) }),
  status: 200,
  payload: json(z.array(TaskResponse)),
})

export const pageTasks = route({
  id: 'page_tasks',
  method: 'get',
  path: '/api/v1/tasks/list',
  tag,
  summary: 'Tasks, newest first, page by page',
  access: 'tasks-read',
  query: PageQuery.extend({
    ...filters,
    status: z
      .enum([...TASK_STATES, 'ended'])
      .optional()
      .meta({ description: 'A state, or ended: completed, failed or cancelled' }),
    libraryId: Uuid.optional(),
  }),
  status: 200,
  payload: json(paginated('TaskResponse', TaskResponse)),
})

export const createTask = route({
  id: 'create_task',
  method: 'post',
  path: '/api/v1/tasks',
  tag,
  summary: 'Enqueue a task; returns an equal one if it is already pending or running',
  access: 'tasks-write',
  body: CreateTaskRequest,
  status: 200,
  payload: json(CreateTaskResponse),
  errors: [404],
})

export const getTaskStats = route({
  id: 'get_task_stats',
  method: 'get',
  path: '/api/v1/tasks/stats',
  tag,
  summary: 'Number of tasks by type and state',
  access: 'tasks-read',
  status: 200,
  payload: json(TaskStats),
})

export const getTaskControl = route({
  id: 'get_task_control',
  method: 'get',
  path: '/api/v1/tasks/control',
  tag,
  summary: 'Pause, quiet hours and retention of tasks',
  access: 'tasks-read',
  status: 200,
  payload: json(TaskControlDto),
})

export const updateTaskControl = route({
  id: 'update_task_control',
  method: 'put',
  path: '/api/v1/tasks/control',
  tag,
  summary: 'Pause or resume all tasks, set quiet hours and retention',
  access: 'system-admin',
  body: UpdateTaskControlRequest,
  status: 200,
  payload: json(TaskControlDto),
})

export const purgeTasks = route({
  id: 'purge_old_tasks',
  method: 'delete',
  path: '/api/v1/tasks/purge',
  tag,
  summary: 'Delete tasks that ended at least a number of days ago',
  access: 'tasks-write',
  query: z.object({ days: numeral(z.int().min(0).max(36_500)).default(30) }),
  status: 200,
  payload: json(PurgeTasksResponse),
})

export const nukeTasks = route({
  id: 'nuke_all_tasks',
  method: 'delete',
  path: '/api/v1/tasks/nuke',
  tag,
  summary: 'Delete all pending and ended tasks, and cancel running ones',
  access: 'system-admin',
  status: 200,
  payload: json(PurgeTasksResponse),
})

export const getTask = route({
  id: 'get_task',
  method: 'get',
  path: '/api/v1/tasks/{task_id}',
  tag,
  summary: 'One task',
  access: 'tasks-read',
  params: TaskParams,
  status: 200,
  payload: json(TaskResponse),
  errors: [404],
})

export const getTaskLog = route({
  id: 'get_task_log',
  method: 'get',
  path: '/api/v1/tasks/{task_id}/log',
  tag,
  summary: 'The log of a task',
  access: 'tasks-read',
  params: TaskParams,
  status: 200,
  payload: json(TaskLog),
  errors: [404],
})

export const cancelTask = route({
  id: 'cancel_task',
  method: 'post',
  path: '/api/v1/tasks/{task_id}/cancel',
  tag,
  summary: 'Cancel a task',
  access: 'tasks-write',
  params: TaskParams,
  status: 200,
  payload: json(MessageResponse),
  errors: [404],
})

export const retryTask = route({
  id: 'retry_task',
  method: 'post',
  path: '/api/v1/tasks/{task_id}/retry',
  tag,
  summary: 'Retry a failed task',
  access: 'tasks-write',
  params: TaskParams,
  status: 200,
  payload: json(MessageResponse),
  errors: [404, 409],
})

export const unlockTask = route({
  id: 'unlock_task',
  method: 'post',
  path: '/api/v1/tasks/{task_id}/unlock',
  tag,
  summary: 'Requeue a task in any state, and release it from its worker',
  access: 'tasks-write',
  params: TaskParams,
  status: 200,
  payload: json(MessageResponse),
  errors: [404, 409],
})
