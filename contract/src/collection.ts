import {
  changedList,
  LIST_MEMBERS_AT_ONCE,
  ListRule,
  ListSharingDto,
  listFacts,
  newList,
  SetListSharingRequest,
  SORT_DIRECTIONS,
} from './curated-list'
import { Int64, nullable, Uuid } from './ids'
import { PageQuery, paginated, SortQuery } from './paging'
import { bytes, json, nothing, route } from './route'
import { SeriesDto, SeriesListRequest } from './series'
import * as z from './zod'

export const CollectionDto = z
  .object({
    id: Uuid,
    name: z.string(),
    summary: nullable(z.string()),
    ordered: z.boolean().meta({ description: 'Members are in the order of the list unless a sort is named' }),
    automatic: z.boolean().meta({ description: 'Members come from a rule' }),
    condition: nullable(ListRule.meta({ description: 'The rule, for those who may edit it' })),
    seriesCount: nullable(
      Int64.min(0).meta({ description: 'Members that the caller sees; null in lists for an automatic collection' }),
    ),
    ...listFacts,
  })
  .meta({ id: 'CollectionDto' })
export type CollectionDto = z.infer<typeof CollectionDto>

export const CollectionListResponse = z
  .object({ items: z.array(CollectionDto), total: Int64.min(0) })
  .meta({ id: 'CollectionListResponse' })
export type CollectionListResponse = z.infer<typeof CollectionListResponse>

export const CreateCollectionRequest = z
  .object({
    ...newList,
    ordered: z.boolean().optional().meta({ description: 'false if absent' }),
    condition: nullable(ListRule.meta({ description: 'Makes the collection automatic' })),
  })
  .meta({ id: 'CreateCollectionRequest' })
export type CreateCollectionRequest = z.infer<typeof CreateCollectionRequest>

export const UpdateCollectionRequest = z.object(changedList).meta({ id: 'UpdateCollectionRequest' })
export type UpdateCollectionRequest = z.infer<typeof UpdateCollectionRequest>

const SeriesIds = z.array(Uuid).max(LIST_MEMBERS_AT_ONCE)
export const AddSeriesToCollectionRequest = z
  .object({ seriesIds: SeriesIds })
  .meta({ id: 'AddSeriesToCollectionRequest' })
export const RemoveSeriesFromCollectionRequest = z
  .object({ seriesIds: SeriesIds })
  .meta({ id: 'RemoveSeriesFromCollectionRequest' })
export const ReorderCollectionSeriesRequest = z
  .object({ seriesIds: SeriesIds.meta({ description: 'Series that are not listed stay where they are' }) })
  .meta({ id: 'ReorderCollectionSeriesRequest' })

export const COLLECTION_SORTS = ['manual', 'title', 'added', 'year'] as const
const SortedQuery = z.object({
  sort: z.enum(COLLECTION_SORTS).optional(),
  direction: z.enum(SORT_DIRECTIONS).optional(),
})

const tagged = { tag: 'Collections', access: 'collections-read' } as const
const one = { ...tagged, params: z.object({ collection_id: Uuid }), errors: [404] } as const
const changes = { ...one, scope: 'progress-write' } as const

export const listCollections = route({
  ...tagged,
  id: 'list_collections',
  method: 'get',
  path: '/api/v1/collections',
  summary: 'Collections that the caller sees, by name',
  status: 200,
  payload: json(CollectionListResponse),
  also: [304],
})

export const createCollection = route({
  ...tagged,
  id: 'create_collection',
  method: 'post',
  path: '/api/v1/collections',
  summary: 'Create a collection; a shared one requires the permission collections-write',
  scope: 'progress-write',
  body: CreateCollectionRequest,
  status: 201,
  payload: json(CollectionDto),
  errors: [409],
})

export const getCollection = route({
  ...one,
  id: 'get_collection',
  method: 'get',
  path: '/api/v1/collections/{collection_id}',
  summary: 'One collection',
  status: 200,
  payload: json(CollectionDto),
})

export const updateCollection = route({
  ...changes,
  id: 'update_collection',
  method: 'patch',
  path: '/api/v1/collections/{collection_id}',
  summary: 'Change a collection; absent fields stay as they are',
  body: UpdateCollectionRequest,
  status: 200,
  payload: json(CollectionDto),
  errors: [404, 409],
})

export const deleteCollection = route({
  ...changes,
  id: 'delete_collection',
  method: 'delete',
  path: '/api/v1/collections/{collection_id}',
  summary: 'Delete a collection; its series stay',
  status: 204,
  payload: nothing,
})

export const getCollectionSeries = route({
  ...one,
  id: 'get_collection_series',
  method: 'get',
  path: '/api/v1/collections/{collection_id}/series',
  summary: 'The series of a collection, the first 2,000; `series/list` has them by pages',
  query: SortedQuery,
  status: 200,
  payload: json(z.array(SeriesDto)),
  also: [304],
})

export const listCollectionSeries = route({
  ...one,
  id: 'list_collection_series',
  method: 'post',
  path: '/api/v1/collections/{collection_id}/series/list',
  summary: 'The series of a collection by pages, filtered and sorted as any series',
  reads: true,
  query: PageQuery.extend(SortQuery.shape),
  body: SeriesListRequest,
  bodyOptional: true,
  status: 200,
  payload: json(paginated('SeriesDto', SeriesDto)),
})

export const reorderCollectionSeries = route({
  ...changes,
  id: 'reorder_collection_series',
  method: 'put',
  path: '/api/v1/collections/{collection_id}/series',
  summary: 'Order the series of a collection',
  body: ReorderCollectionSeriesRequest,
  status: 204,
  payload: nothing,
})

export const addCollectionSeries = route({
  ...changes,
  id: 'add_collection_series',
  method: 'post',
  path: '/api/v1/collections/{collection_id}/series',
  summary: 'Add series to a collection; those that are in it stay where they are',
  body: AddSeriesToCollectionRequest,
  status: 200,
  payload: json(CollectionDto),
})

export const removeCollectionSeries = route({
  ...changes,
  id: 'remove_collection_series',
  method: 'delete',
  path: '/api/v1/collections/{collection_id}/series/{series_id}',
  params: z.object({ collection_id: Uuid, series_id: Uuid }),
  summary: 'Remove a series from a collection; no error if it is not in it',
  status: 204,
  payload: nothing,
})

export const removeSeveralCollectionSeries = route({
  ...changes,
  id: 'remove_several_collection_series',
  method: 'post',
  path: '/api/v1/collections/{collection_id}/series/remove',
  summary: 'Remove several series from a collection; those that are not in it are ignored',
  body: RemoveSeriesFromCollectionRequest,
  status: 204,
  payload: nothing,
})

export const getCollectionThumbnail = route({
  ...one,
  id: 'get_collection_thumbnail',
  method: 'get',
  path: '/api/v1/collections/{collection_id}/thumbnail',
  summary: 'The cover of the first series of a collection',
  status: 307,
  payload: bytes('image/webp'),
})

export const getSeriesCollections = route({
  ...tagged,
  id: 'get_series_collections',
  method: 'get',
  path: '/api/v1/series/{series_id}/collections',
  summary: 'Manual collections that contain a series',
  params: z.object({ series_id: Uuid }),
  status: 200,
  payload: json(CollectionListResponse),
  errors: [404],
})

export const getCollectionSharing = route({
  ...changes,
  access: 'collections-write',
  id: 'get_collection_sharing',
  method: 'get',
  path: '/api/v1/collections/{collection_id}/sharing',
  summary: 'Shares of a collection, for its owner',
  status: 200,
  payload: json(ListSharingDto),
})

export const setCollectionSharing = route({
  ...changes,
  access: 'collections-write',
  id: 'set_collection_sharing',
  method: 'put',
  path: '/api/v1/collections/{collection_id}/sharing',
  summary: 'Set who can see and edit a collection',
  body: SetListSharingRequest,
  status: 200,
  payload: json(ListSharingDto),
  errors: [404, 409],
})
