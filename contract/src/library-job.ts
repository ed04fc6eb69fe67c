import { Int32, nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import * as z from './zod'

export const RefreshScope = z
  .enum(['series_only', 'books_only', 'series_and_books'])
  .meta({ id: 'RefreshScope', description: 'Only series_only is supported' })

const Names = z.array(z.string().max(100)).max(100)

export const MetadataRefreshJobConfigDto = z
  .object({
    provider: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: '`file` reads the metadata inside the files again; `plugin:<name>` asks a plugin' }),
    scope: RefreshScope.optional(),
    fieldGroups: Names.optional().meta({ description: 'See list_field_groups; with none and no extraFields, all' }),
    extraFields: Names.optional(),
    bookFieldGroups: Names.optional(),
    bookExtraFields: Names.optional(),
    existingSourceIdsOnly: z.boolean().optional(),
    skipRecentlySyncedWithinS: z.int32().min(0).optional().meta({ description: 'Default 3600; 0 skips none' }),
    maxConcurrency: z.int32().min(0).optional().meta({ description: '1 to 16, default 4' }),
  })
  .meta({ id: 'MetadataRefreshJobConfigDto' })
export type MetadataRefreshJobConfigDto = z.infer<typeof MetadataRefreshJobConfigDto>

export const MetadataRefreshJobDto = MetadataRefreshJobConfigDto.extend({
  type: z.literal('metadata_refresh'),
}).meta({ id: 'MetadataRefreshJobDto' })

export const ScanJobDto = z
  .object({ type: z.literal('scan'), mode: z.enum(['normal', 'deep']).optional() })
  .meta({ id: 'ScanJobDto', description: 'Scans the library, or every library' })

export const ThumbnailsJobDto = z
  .object({
    type: z.literal('thumbnails'),
    force: z.boolean().optional().meta({ description: 'True: recreate all; false: only missing ones' }),
  })
  .meta({ id: 'ThumbnailsJobDto' })

export const DuplicatesJobDto = z
  .object({ type: z.literal('duplicates') })
  .meta({ id: 'DuplicatesJobDto', description: 'Looks for duplicates in all libraries; not for one library' })

export const IntegrityJobDto = z
  .object({
    type: z.literal('integrity'),
    mode: z.enum(['quick', 'full']).optional().meta({
      description: 'quick (default) checks size, time and samples of the content; full reads every byte',
    }),
  })
  .meta({ id: 'IntegrityJobDto' })

export const CleanupJobDto = z
  .object({ type: z.literal('cleanup') })
  .meta({ id: 'CleanupJobDto', description: 'Removes leftover files; not for one library' })

export const BackupJobDto = z
  .object({ type: z.literal('backup') })
  .meta({ id: 'BackupJobDto', description: 'Creates a backup; not for one library' })

/** A scheduled job, discriminated by `type`. */
export const LibraryJobConfigDto = z
  .discriminatedUnion('type', [
    MetadataRefreshJobDto,
    ScanJobDto,
    ThumbnailsJobDto,
    DuplicatesJobDto,
    IntegrityJobDto,
    CleanupJobDto,
    BackupJobDto,
  ])
  .meta({ id: 'LibraryJobConfigDto' })
export type LibraryJobConfigDto = z.infer<typeof LibraryJobConfigDto>

/** 5 fields (minute hour day month weekday); with 6 the first is seconds, with 7 the last is the year. */
export const CronSchedule = z.string().trim().min(1).max(200)
export const TimeZone = z.string().trim().min(1).max(100).meta({ description: 'IANA name' })
export const ScheduleName = z.string().trim().max(200)

export const LibraryJobDto = z
  .object({
    id: Uuid,
    libraryId: Uuid,
    name: z.string(),
    enabled: z.boolean(),
    cronSchedule: z.string(),
    timezone: nullable(z.string()),
    config: LibraryJobConfigDto,
    lastRunAt: nullable(Timestamp),
    lastRunStatus: nullable(z.string().meta({ description: 'success, failure or cancelled' })),
    lastRunMessage: nullable(z.string()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'LibraryJobDto' })
export type LibraryJobDto = z.infer<typeof LibraryJobDto>

export const ListLibraryJobsResponse = z
  .object({ jobs: z.array(LibraryJobDto) })
  .meta({ id: 'ListLibraryJobsResponse' })

export const CreateLibraryJobRequest = z
  .object({
    name: nullable(ScheduleName),
    cronSchedule: CronSchedule,
    timezone: nullable(TimeZone),
    enabled: z.boolean().optional(),
    config: LibraryJobConfigDto,
  })
  .meta({ id: 'CreateLibraryJobRequest' })

/** Absent keeps a value; a null time zone clears it. */
export const PatchLibraryJobRequest = z
  .object({
    name: nullable(ScheduleName),
    cronSchedule: nullable(CronSchedule),
    timezone: nullable(TimeZone),
    enabled: nullable(z.boolean()),
    config: LibraryJobConfigDto.optional(),
  })
  .meta({ id: 'PatchLibraryJobRequest' })
export type PatchLibraryJobRequest = z.infer<typeof PatchLibraryJobRequest>

export const DryRunRequest = z
  .object({
    configOverride: LibraryJobConfigDto.optional(),
    sampleSize: nullable(z.int32().min(0).meta({ description: 'Default 5, at most 20' })),
  })
  .meta({ id: 'DryRunRequest' })
export type DryRunRequest = z.infer<typeof DryRunRequest>

export const DryRunFieldChange = z.object({ before: z.unknown(), after: z.unknown() }).meta({ id: 'DryRunFieldChange' })
export const DryRunSkippedFieldDto = z
  .object({ field: z.string(), reason: z.string() })
  .meta({ id: 'DryRunSkippedFieldDto' })
export const DryRunSeriesDelta = z
  .object({
    seriesId: Uuid,
    seriesName: z.string(),
    changes: z.record(z.string(), DryRunFieldChange),
    skipped: z.array(DryRunSkippedFieldDto),
  })
  .meta({ id: 'DryRunSeriesDelta' })
export type DryRunSeriesDelta = z.infer<typeof DryRunSeriesDelta>

export const DryRunResponse = z
  .object({
    totalEligible: Int32,
    sample: z.array(DryRunSeriesDelta),
    estSkippedNoId: Int32,
    estSkippedRecentlySynced: Int32,
    planFailure: nullable(z.string()),
  })
  .meta({ id: 'DryRunResponse' })
export type DryRunResponse = z.infer<typeof DryRunResponse>

export const RunNowResponse = z.object({ taskId: Uuid }).meta({ id: 'RunNowResponse' })

export const FieldGroupDto = z
  .object({ id: z.string(), label: z.string(), fields: z.array(z.string()) })
  .meta({ id: 'FieldGroupDto' })
export type FieldGroupDto = z.infer<typeof FieldGroupDto>

const JobsOfLibrary = z.object({ library_id: Uuid })
const JobOfLibrary = z.object({ library_id: Uuid, job_id: Uuid })
const tag = 'Library Jobs'

export const listJobs = route({
  id: 'list_jobs',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/jobs',
  tag,
  summary: "A library's scheduled jobs",
  access: 'libraries-read',
  params: JobsOfLibrary,
  status: 200,
  payload: json(ListLibraryJobsResponse),
  errors: [404],
})

export const createJob = route({
  id: 'create_job',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/jobs',
  tag,
  summary: 'Schedule a job of a library',
  access: 'libraries-write',
  params: JobsOfLibrary,
  body: CreateLibraryJobRequest,
  status: 201,
  payload: json(LibraryJobDto),
  errors: [404],
})

export const getJob = route({
  id: 'get_job',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/jobs/{job_id}',
  tag,
  summary: 'One scheduled job',
  access: 'libraries-read',
  params: JobOfLibrary,
  status: 200,
  payload: json(LibraryJobDto),
  errors: [404],
})

export const patchJob = route({
  id: 'patch_job',
  method: 'patch',
  path: '/api/v1/libraries/{library_id}/jobs/{job_id}',
  tag,
  summary: 'Change a scheduled job, except its type',
  access: 'libraries-write',
  params: JobOfLibrary,
  body: PatchLibraryJobRequest,
  status: 200,
  payload: json(LibraryJobDto),
  errors: [404],
})

export const deleteJob = route({
  id: 'delete_job',
  method: 'delete',
  path: '/api/v1/libraries/{library_id}/jobs/{job_id}',
  tag,
  summary: 'Delete a scheduled job',
  access: 'libraries-write',
  params: JobOfLibrary,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const dryRunJob = route({
  id: 'dry_run_job',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/jobs/{job_id}/dry-run',
  tag,
  summary: 'Preview a run, with a sample; nothing is written',
  access: 'libraries-write',
  params: JobOfLibrary,
  body: DryRunRequest,
  status: 200,
  payload: json(DryRunResponse),
  errors: [404],
})

export const runJobNow = route({
  id: 'run_job_now',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/jobs/{job_id}/run-now',
  tag,
  summary: 'Run a scheduled job now',
  access: 'libraries-write',
  params: JobOfLibrary,
  status: 200,
  payload: json(RunNowResponse),
  errors: [404, 409],
})

export const listFieldGroups = route({
  id: 'list_field_groups',
  method: 'get',
  path: '/api/v1/library-jobs/metadata-refresh/field-groups',
  tag,
  summary: 'Field groups of a metadata refresh',
  access: 'libraries-read',
  status: 200,
  payload: json(z.array(FieldGroupDto)),
})
