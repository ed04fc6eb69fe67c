import { Int32, Int64, nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import * as z from './zod'

export const DuplicateGroup = z
  .object({
    id: Uuid,
    fileHash: z.string().meta({ description: 'SHA-256 of the whole file' }),
    bookIds: z.array(Uuid),
    duplicateCount: Int32,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'DuplicateGroup' })
export type DuplicateGroup = z.infer<typeof DuplicateGroup>

export const ListDuplicatesResponse = z
  .object({ duplicates: z.array(DuplicateGroup), totalGroups: z.int(), totalDuplicateBooks: z.int() })
  .meta({ id: 'ListDuplicatesResponse' })
export type ListDuplicatesResponse = z.infer<typeof ListDuplicatesResponse>

export const TriggerDuplicateScanResponse = z
  .object({ taskId: Uuid, message: z.string() })
  .meta({ id: 'TriggerDuplicateScanResponse' })

export const SERIES_MATCHES = ['external_id', 'title'] as const

export const SeriesDuplicateMember = z
  .object({
    id: Uuid,
    title: z.string(),
    libraryId: Uuid,
    libraryName: z.string(),
    bookCount: Int64,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SeriesDuplicateMember' })

export const SeriesDuplicateGroup = z
  .object({
    id: Uuid,
    matchType: z.string(),
    matchKey: z.string(),
    libraryId: nullable(Uuid),
    members: z.array(SeriesDuplicateMember),
    duplicateCount: Int32,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SeriesDuplicateGroup' })
export type SeriesDuplicateGroup = z.infer<typeof SeriesDuplicateGroup>

export const ListSeriesDuplicatesResponse = z
  .object({
    duplicates: z.array(SeriesDuplicateGroup),
    totalGroups: z.int(),
    totalDuplicateSeries: z.int(),
    externalIdGroups: z.int(),
    titleGroups: z.int(),
  })
  .meta({ id: 'ListSeriesDuplicatesResponse' })
export type ListSeriesDuplicatesResponse = z.infer<typeof ListSeriesDuplicatesResponse>

const OneGroup = z.object({ duplicate_id: Uuid })
const tag = 'Duplicates'

export const listDuplicates = route({
  id: 'list_duplicates',
  method: 'get',
  path: '/api/v1/duplicates',
  tag,
  summary: 'Books with identical files',
  access: 'books-read',
  status: 200,
  payload: json(ListDuplicatesResponse),
})

export const triggerDuplicateScan = route({
  id: 'trigger_duplicate_scan',
  method: 'post',
  path: '/api/v1/duplicates/scan',
  tag,
  summary: 'Find duplicates now',
  access: 'books-write',
  status: 200,
  payload: json(TriggerDuplicateScanResponse),
  errors: [409],
})

export const listSeriesDuplicates = route({
  id: 'list_series_duplicates',
  method: 'get',
  path: '/api/v1/duplicates/series',
  tag,
  summary: 'Series that seem to be duplicates',
  access: 'series-read',
  query: z.object({ matchType: z.enum(SERIES_MATCHES).optional() }),
  status: 200,
  payload: json(ListSeriesDuplicatesResponse),
})

export const deleteSeriesDuplicateGroup = route({
  id: 'delete_series_duplicate_group',
  method: 'delete',
  path: '/api/v1/duplicates/series/{duplicate_id}',
  tag,
  summary: 'Dismiss a group of series until it changes',
  access: 'series-write',
  params: OneGroup,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const deleteDuplicateGroup = route({
  id: 'delete_duplicate_group',
  method: 'delete',
  path: '/api/v1/duplicates/{duplicate_id}',
  tag,
  summary: 'Dismiss a group of books until it changes',
  access: 'books-write',
  params: OneGroup,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const restoreSeriesDuplicateGroup = route({
  id: 'restore_series_duplicate_group',
  method: 'post',
  path: '/api/v1/duplicates/series/{duplicate_id}/restore',
  tag,
  summary: 'Show a dismissed group of series again',
  access: 'series-write',
  params: OneGroup,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const restoreDuplicateGroup = route({
  id: 'restore_duplicate_group',
  method: 'post',
  path: '/api/v1/duplicates/{duplicate_id}/restore',
  tag,
  summary: 'Show a dismissed group of books again',
  access: 'books-write',
  params: OneGroup,
  status: 204,
  payload: nothing,
  errors: [404],
})
