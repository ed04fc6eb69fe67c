import { nullable, Uuid } from './ids'
import { LibraryParams } from './library'
import { json, route } from './route'
import * as z from './zod'

const DryRun = z.boolean().optional().meta({ description: 'True: only a preview' })

export const EnqueueReprocessTitleRequest = z.object({ dryRun: DryRun }).meta({ id: 'EnqueueReprocessTitleRequest' })
export const ReprocessTitleRequest = z.object({ dryRun: DryRun }).meta({ id: 'ReprocessTitleRequest' })

/** The series named, else those of the library, else all. */
export const ReprocessSeriesTitlesRequest = z
  .object({ libraryId: nullable(Uuid), seriesIds: nullable(z.array(Uuid).max(10_000)) })
  .meta({ id: 'ReprocessSeriesTitlesRequest' })
export type ReprocessSeriesTitlesRequest = z.infer<typeof ReprocessSeriesTitlesRequest>

export const BulkReprocessSeriesTitlesRequest = z
  .object({ seriesIds: z.array(Uuid).meta({ description: '1 to 100' }) })
  .meta({ id: 'BulkReprocessSeriesTitlesRequest' })

export const TitleChangeDto = z
  .object({ seriesId: Uuid, before: z.string(), after: z.string() })
  .meta({ id: 'TitleChangeDto' })
export type TitleChangeDto = z.infer<typeof TitleChangeDto>

export const EnqueueReprocessTitleResponse = z
  .object({
    success: z.boolean(),
    tasksEnqueued: z.int().min(0),
    taskIds: z.array(Uuid),
    message: z.string(),
    /** In a dry run: the first 100 titles that would change. */
    changes: nullable(z.array(TitleChangeDto)),
    /** In a dry run: how many other titles stay because they are locked. */
    lockedTitles: nullable(z.int().min(0)),
  })
  .meta({ id: 'EnqueueReprocessTitleResponse' })
export type EnqueueReprocessTitleResponse = z.infer<typeof EnqueueReprocessTitleResponse>

export const BulkTaskResponse = z.object({ taskId: Uuid, message: z.string() }).meta({ id: 'BulkTaskResponse' })

const work = { method: 'post', tag: 'Tasks', status: 200, payload: json(EnqueueReprocessTitleResponse) } as const

export const reprocessSeriesTitle = route({
  ...work,
  id: 'reprocess_series_title',
  path: '/api/v1/series/{series_id}/title/reprocess',
  summary: 'Reset the title of a series from its files and its library’s rules',
  access: 'series-write',
  params: z.object({ series_id: Uuid }),
  body: EnqueueReprocessTitleRequest,
  bodyOptional: true,
  errors: [404],
})

export const reprocessLibrarySeriesTitles = route({
  ...work,
  id: 'reprocess_library_series_titles',
  path: '/api/v1/libraries/{library_id}/series/titles/reprocess',
  summary: 'Reset the titles of all series of a library',
  access: 'libraries-write',
  params: LibraryParams,
  body: ReprocessTitleRequest,
  bodyOptional: true,
  errors: [404],
})

export const reprocessSeriesTitles = route({
  ...work,
  id: 'reprocess_series_titles',
  path: '/api/v1/series/titles/reprocess',
  summary: 'Reset the titles of the given series, else those of the library, else all',
  access: 'series-write',
  body: ReprocessSeriesTitlesRequest,
  bodyOptional: true,
  errors: [404],
})

export const bulkReprocessSeriesTitles = route({
  id: 'bulk_reprocess_series_titles',
  method: 'post',
  path: '/api/v1/series/bulk/titles/reprocess',
  tag: 'Bulk Operations',
  summary: 'Reset the titles of up to 100 series',
  access: 'series-write',
  body: BulkReprocessSeriesTitlesRequest,
  status: 200,
  payload: json(BulkTaskResponse),
})
