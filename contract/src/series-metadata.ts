import { BookAuthorDto } from './book'
import { BulkMetadataUpdateResponse } from './book-metadata'
import { alphabetical, bulkRequests, line, singleRequests } from './field-schemas'
import { GenreDto, TagDto } from './genre'
import { nullable, Timestamp, Uuid } from './ids'
import { MetadataLocks, SERIES_LOCKS, type SeriesLockName } from './locks'
import { CustomMetadata, EditedAuthors, Labels, OldLabels } from './metadata-fields'
import { json, route } from './route'
import { SeriesValues } from './series'
import { SERIES_FIELD_REGISTRY } from './series-fields'
import { AlternateTitleDto, ExternalLinkDto, ExternalRatingDto } from './series-side'
import * as z from './zod'

/** Fields for which many series can get the same value. */
const shared = alphabetical({
  ...bulkRequests(SERIES_FIELD_REGISTRY),
  authors: nullable(EditedAuthors),
  customMetadata: nullable(CustomMetadata),
})

const fields = {
  ...shared,
  ...alphabetical({
    ...singleRequests(SERIES_FIELD_REGISTRY),
    title: nullable(line.meta({ description: 'Null: named by the rules of its library' })),
  }),
}

/** Null locks nothing; absent stays. */
export const UpdateMetadataLocksRequest = z
  .object(
    Object.fromEntries(SERIES_LOCKS.map(name => [name, nullable(z.boolean())])) as Record<
      SeriesLockName,
      ReturnType<typeof nullable<z.ZodBoolean>>
    >,
  )
  .meta({ id: 'UpdateMetadataLocksRequest' })
export type UpdateMetadataLocksRequest = z.infer<typeof UpdateMetadataLocksRequest>

/** Absent stays, null clears. */
export const PatchSeriesMetadataRequest = z
  .object({
    ...fields,
    genres: nullable(Labels.meta({ description: 'Null or an empty list: none, regardless of its books' })),
    tags: nullable(Labels),
    locks: UpdateMetadataLocksRequest.optional().meta({
      description: 'Locks to set explicitly; by default, edited fields are locked',
    }),
  })
  .meta({ id: 'PatchSeriesMetadataRequest' })
export type PatchSeriesMetadataRequest = z.infer<typeof PatchSeriesMetadataRequest>

/** Absent or null clears; an absent title stays. */
export const ReplaceSeriesMetadataRequest = z.object(fields).meta({ id: 'ReplaceSeriesMetadataRequest' })
export const PatchSeriesRequest = z.object({ title: fields.title }).meta({ id: 'PatchSeriesRequest' })

export const SeriesUpdateResponse = z
  .object({ id: Uuid, title: z.string(), updatedAt: Timestamp })
  .meta({ id: 'SeriesUpdateResponse' })
export type SeriesUpdateResponse = z.infer<typeof SeriesUpdateResponse>

const shown = {
  ...SeriesValues,
  authors: nullable(z.array(BookAuthorDto)),
  customMetadata: nullable(z.record(z.string(), z.unknown())),
  updatedAt: Timestamp,
}

export const SeriesMetadataResponse = z.object({ id: Uuid, ...shown }).meta({ id: 'SeriesMetadataResponse' })
export type SeriesMetadataResponse = z.infer<typeof SeriesMetadataResponse>

export const FullSeriesMetadataResponse = z
  .object({
    seriesId: Uuid,
    ...shown,
    locks: MetadataLocks,
    genres: z.array(GenreDto),
    tags: z.array(TagDto),
    alternateTitles: z.array(AlternateTitleDto),
    externalRatings: z.array(ExternalRatingDto),
    externalLinks: z.array(ExternalLinkDto),
    createdAt: Timestamp,
  })
  .meta({ id: 'FullSeriesMetadataResponse' })
export type FullSeriesMetadataResponse = z.infer<typeof FullSeriesMetadataResponse>

const seriesIds = z.array(Uuid).min(1).max(100)
export const BulkPatchSeriesMetadataRequest = z
  .object({ ...shared, seriesIds })
  .meta({ id: 'BulkPatchSeriesMetadataRequest' })
export const BulkUpdateSeriesLocksRequest = UpdateMetadataLocksRequest.extend({ seriesIds }).meta({
  id: 'BulkUpdateSeriesLocksRequest',
})
const changes = { add: Labels.optional(), remove: OldLabels.optional() }
export const BulkModifySeriesGenresRequest = z
  .object({ seriesIds, ...changes })
  .meta({ id: 'BulkModifySeriesGenresRequest' })
export const BulkModifySeriesTagsRequest = z
  .object({ seriesIds, ...changes })
  .meta({ id: 'BulkModifySeriesTagsRequest' })

export const BulkResetSeriesMetadataRequest = z
  .object({
    seriesIds: z.array(Uuid).meta({ description: '1 to 100' }),
    includeLocked: z.boolean().optional().meta({ description: 'Also reset locked fields, and unlock them' }),
  })
  .meta({ id: 'BulkResetSeriesMetadataRequest' })
export const BulkMetadataResetResponse = z
  .object({ count: z.int().min(0), message: z.string() })
  .meta({ id: 'BulkMetadataResetResponse' })

const path = '/api/v1/series/{series_id}/metadata'
const one = { tag: 'Series', access: 'series-write', params: z.object({ series_id: Uuid }), status: 200 } as const
const bulk = {
  tag: 'Bulk Operations',
  access: 'series-write',
  status: 200,
  payload: json(BulkMetadataUpdateResponse),
} as const

export const patchManySeries = route({
  ...bulk,
  id: 'bulk_patch_series_metadata',
  method: 'patch',
  path: '/api/v1/series/bulk/metadata',
  summary: 'Apply one change to up to 100 series and lock the changed fields',
  body: BulkPatchSeriesMetadataRequest,
  form: true,
})

export const lockManySeries = route({
  ...bulk,
  id: 'bulk_update_series_locks',
  method: 'put',
  path: '/api/v1/series/bulk/metadata/locks',
  summary: 'Set locks of up to 100 series',
  body: BulkUpdateSeriesLocksRequest,
  form: true,
})

export const changeGenresOfSeries = route({
  ...bulk,
  id: 'bulk_modify_series_genres',
  method: 'post',
  path: '/api/v1/series/bulk/genres',
  summary: 'Add genres to up to 100 series, and remove others',
  body: BulkModifySeriesGenresRequest,
  form: true,
})

export const changeTagsOfSeries = route({
  ...bulk,
  id: 'bulk_modify_series_tags',
  method: 'post',
  path: '/api/v1/series/bulk/tags',
  summary: 'Add tags to up to 100 series, and remove others',
  body: BulkModifySeriesTagsRequest,
  form: true,
})

export const resetManySeries = route({
  ...bulk,
  id: 'bulk_reset_series_metadata',
  method: 'post',
  path: '/api/v1/series/bulk/metadata/reset',
  summary:
    'Restore the metadata of up to 100 series from their files; locked fields, sharing tags, ratings, and added ids and links stay',
  body: BulkResetSeriesMetadataRequest,
  form: true,
  payload: json(BulkMetadataResetResponse),
})

export const patchSeries = route({
  ...one,
  id: 'patch_series',
  method: 'patch',
  path: '/api/v1/series/{series_id}',
  summary: 'Change the title of a series and lock it',
  body: PatchSeriesRequest,
  form: true,
  payload: json(SeriesUpdateResponse),
  errors: [404, 412],
})

export const getSeriesMetadata = route({
  ...one,
  id: 'get_series_metadata',
  method: 'get',
  path,
  summary: 'Editable metadata of a series, with its locks; send the ETag as If-Match with a change',
  access: 'series-read',
  payload: json(FullSeriesMetadataResponse),
  also: [304],
  errors: [404],
})

export const replaceSeriesMetadata = route({
  ...one,
  id: 'replace_series_metadata',
  method: 'put',
  path,
  summary: 'Replace the metadata of a series; absent and null fields are cleared, changed fields locked',
  body: ReplaceSeriesMetadataRequest,
  form: true,
  payload: json(SeriesMetadataResponse),
  errors: [404, 412],
})

export const patchSeriesMetadata = route({
  ...one,
  id: 'patch_series_metadata',
  method: 'patch',
  path,
  summary: 'Change metadata of a series; null clears a field, changed fields are locked',
  body: PatchSeriesMetadataRequest,
  form: true,
  payload: json(SeriesMetadataResponse),
  errors: [404, 412],
})

export const resetSeriesMetadata = route({
  ...one,
  id: 'reset_series_metadata',
  method: 'delete',
  path,
  summary:
    'Discard the edits and locks of a series and use its files again; sharing tags, ratings, and added ids and links stay',
  query: z.object({
    includeLocked: z.stringbool().default(true).meta({ description: 'False leaves locked fields as they are' }),
  }),
  payload: json(FullSeriesMetadataResponse),
  errors: [404],
})

export const getSeriesLocks = route({
  ...one,
  id: 'get_metadata_locks',
  method: 'get',
  path: `${path}/locks`,
  summary: 'The locked fields of a series, which its files do not change',
  access: 'series-read',
  payload: json(MetadataLocks),
  errors: [404],
})

export const updateSeriesLocks = route({
  ...one,
  id: 'update_metadata_locks',
  method: 'put',
  path: `${path}/locks`,
  summary: 'Lock and unlock fields of a series',
  body: UpdateMetadataLocksRequest,
  form: true,
  payload: json(MetadataLocks),
  errors: [404, 412],
})
