import { Int64, nullable, Timestamp, Uuid } from './ids'
import {
  CronSchedule,
  DryRunRequest,
  DryRunResponse,
  LibraryJobConfigDto,
  PatchLibraryJobRequest,
  RunNowResponse,
  ScheduleName,
  TimeZone,
} from './library-job'
import { json, nothing, route } from './route'
import * as z from './zod'

export const SCHEDULE_JOBS = ['scan', 'refresh', 'thumbnails', 'duplicates', 'integrity', 'cleanup', 'backup'] as const
export type ScheduleJob = (typeof SCHEDULE_JOBS)[number]

export const ScheduleDto = z
  .object({
    id: Uuid,
    libraryId: Uuid.nullable().meta({ description: 'Null: the whole server' }),
    libraryName: z.string().nullable(),
    job: z.enum(SCHEDULE_JOBS),
    name: z.string(),
    cronSchedule: z.string(),
    timezone: z.string().nullable().meta({ description: "Null: the library's, else the server's" }),
    enabled: z.boolean(),
    config: LibraryJobConfigDto,
    ofLibrary: z.boolean().meta({ description: "True for the scan from the library's own settings" }),
    running: z.boolean().meta({ description: 'Whether a run is pending or in progress' }),
    nextRunAt: Timestamp.nullable(),
    lastRunAt: Timestamp.nullable(),
    lastRunStatus: z.string().nullable().meta({ description: 'success, failure or cancelled' }),
    lastRunMessage: z.string().nullable(),
    lastRunCounts: z
      .record(z.string(), Int64)
      .nullable()
      .meta({ description: 'What a successful run did, as in the results of its tasks; null for other runs' }),
    lastTaskId: Uuid.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ScheduleDto' })
export type ScheduleDto = z.infer<typeof ScheduleDto>

export const ListSchedulesResponse = z.object({ schedules: z.array(ScheduleDto) }).meta({ id: 'ListSchedulesResponse' })

export const CreateScheduleRequest = z
  .object({
    libraryId: nullable(Uuid),
    name: nullable(ScheduleName),
    cronSchedule: CronSchedule,
    timezone: nullable(TimeZone),
    enabled: z.boolean().optional(),
    config: LibraryJobConfigDto,
  })
  .meta({ id: 'CreateScheduleRequest' })
export type CreateScheduleRequest = z.infer<typeof CreateScheduleRequest>

/** A preview of a run. Counts that do not apply to the job are 0. */
export const ScheduleDryRunResponse = z
  .object({
    job: z.enum(SCHEDULE_JOBS),
    message: z.string().meta({ description: 'The preview as one sentence' }),
    libraries: Int64.meta({ description: 'Libraries to scan' }),
    series: Int64.meta({ description: 'Series to refresh or to compare' }),
    books: Int64.meta({ description: 'Books to check, to compare or to create thumbnails of' }),
    files: Int64.meta({ description: 'Files to remove' }),
    bytes: Int64.meta({ description: 'Bytes to read or to free' }),
    refresh: DryRunResponse.nullable().meta({ description: 'Changes of a metadata refresh, with a sample' }),
  })
  .meta({ id: 'ScheduleDryRunResponse' })
export type ScheduleDryRunResponse = z.infer<typeof ScheduleDryRunResponse>

const OneSchedule = z.object({ schedule_id: Uuid })
const tag = 'Schedules'

export const listSchedules = route({
  id: 'list_schedules',
  method: 'get',
  path: '/api/v1/schedules',
  tag,
  summary: 'All schedules of the server and its libraries',
  access: 'tasks-read',
  status: 200,
  payload: json(ListSchedulesResponse),
})

export const createSchedule = route({
  id: 'create_schedule',
  method: 'post',
  path: '/api/v1/schedules',
  tag,
  summary: 'Create a schedule; server-wide schedules need an administrator',
  access: 'libraries-write',
  body: CreateScheduleRequest,
  status: 201,
  payload: json(ScheduleDto),
  errors: [404],
})

export const getSchedule = route({
  id: 'get_schedule',
  method: 'get',
  path: '/api/v1/schedules/{schedule_id}',
  tag,
  summary: 'One schedule',
  access: 'tasks-read',
  params: OneSchedule,
  status: 200,
  payload: json(ScheduleDto),
  errors: [404],
})

export const patchSchedule = route({
  id: 'patch_schedule',
  method: 'patch',
  path: '/api/v1/schedules/{schedule_id}',
  tag,
  summary: 'Change a schedule, except its job',
  access: 'libraries-write',
  params: OneSchedule,
  body: PatchLibraryJobRequest,
  status: 200,
  payload: json(ScheduleDto),
  errors: [404],
})

export const deleteSchedule = route({
  id: 'delete_schedule',
  method: 'delete',
  path: '/api/v1/schedules/{schedule_id}',
  tag,
  summary: 'Delete a schedule',
  access: 'libraries-write',
  params: OneSchedule,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const runScheduleNow = route({
  id: 'run_schedule_now',
  method: 'post',
  path: '/api/v1/schedules/{schedule_id}/run-now',
  tag,
  summary: 'Run a schedule now',
  access: 'libraries-write',
  params: OneSchedule,
  status: 200,
  payload: json(RunNowResponse),
  errors: [404, 409],
})

export const dryRunSchedule = route({
  id: 'dry_run_schedule',
  method: 'post',
  path: '/api/v1/schedules/{schedule_id}/dry-run',
  tag,
  summary: 'Preview a run; nothing is written',
  access: 'libraries-write',
  params: OneSchedule,
  body: DryRunRequest,
  bodyOptional: true,
  status: 200,
  payload: json(ScheduleDryRunResponse),
  errors: [404],
})
