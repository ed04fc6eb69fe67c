import { Int64, nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated } from './paging'
import { json, nothing, route } from './route'
import { AccessMode, UserSharingTagGrantDto } from './user'
import * as z from './zod'

const name = z.string().trim().min(1).max(100)
const description = nullable(z.string().max(1000))

export const SharingTagDto = z
  .object({
    id: Uuid,
    name: z.string(),
    description: nullable(z.string()),
    seriesCount: Int64.meta({ description: 'Those that the caller sees' }),
    userCount: Int64,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SharingTagDto' })
export type SharingTagDto = z.infer<typeof SharingTagDto>

export const SharingTagSummaryDto = z
  .object({ id: Uuid, name: z.string(), description: nullable(z.string()) })
  .meta({ id: 'SharingTagSummaryDto' })
export type SharingTagSummaryDto = z.infer<typeof SharingTagSummaryDto>

export const CreateSharingTagRequest = z.object({ name, description }).meta({ id: 'CreateSharingTagRequest' })
export const UpdateSharingTagRequest = z
  .object({ name: nullable(name), description })
  .meta({ id: 'UpdateSharingTagRequest' })
export type UpdateSharingTagRequest = z.infer<typeof UpdateSharingTagRequest>

export const SetSeriesSharingTagsRequest = z
  .object({ sharingTagIds: z.array(Uuid).max(100) })
  .meta({ id: 'SetSeriesSharingTagsRequest' })
export const ModifySeriesSharingTagRequest = z
  .object({ sharingTagId: Uuid })
  .meta({ id: 'ModifySeriesSharingTagRequest' })

export const SetUserSharingTagGrantRequest = z
  .object({ sharingTagId: Uuid, accessMode: AccessMode })
  .meta({ id: 'SetUserSharingTagGrantRequest' })

export const UserSharingTagGrantsResponse = z
  .object({ userId: Uuid, grants: z.array(UserSharingTagGrantDto) })
  .meta({ id: 'UserSharingTagGrantsResponse' })
export type UserSharingTagGrantsResponse = z.infer<typeof UserSharingTagGrantsResponse>

const admin = { tag: 'Sharing Tags', access: 'system-admin' } as const
const TagParams = z.object({ tag_id: Uuid })
const SeriesParams = z.object({ series_id: Uuid })
const UserParams = z.object({ user_id: Uuid })

export const listSharingTags = route({
  ...admin,
  id: 'list_sharing_tags',
  method: 'get',
  path: '/api/v1/admin/sharing-tags',
  summary: 'All sharing tags by name',
  query: PageQuery,
  status: 200,
  payload: json(paginated('SharingTagDto', SharingTagDto)),
})

export const createSharingTag = route({
  ...admin,
  id: 'create_sharing_tag',
  wholeSight: true,
  method: 'post',
  path: '/api/v1/admin/sharing-tags',
  summary: 'Create a sharing tag',
  body: CreateSharingTagRequest,
  status: 201,
  payload: json(SharingTagDto),
})

export const getSharingTag = route({
  ...admin,
  id: 'get_sharing_tag',
  method: 'get',
  path: '/api/v1/admin/sharing-tags/{tag_id}',
  summary: 'One sharing tag',
  params: TagParams,
  status: 200,
  payload: json(SharingTagDto),
  errors: [404],
})

export const updateSharingTag = route({
  ...admin,
  id: 'update_sharing_tag',
  wholeSight: true,
  method: 'patch',
  path: '/api/v1/admin/sharing-tags/{tag_id}',
  summary: 'Rename or describe a sharing tag',
  params: TagParams,
  body: UpdateSharingTagRequest,
  status: 200,
  payload: json(SharingTagDto),
  errors: [404],
})

export const deleteSharingTag = route({
  ...admin,
  id: 'delete_sharing_tag',
  wholeSight: true,
  method: 'delete',
  path: '/api/v1/admin/sharing-tags/{tag_id}',
  summary: 'Delete a sharing tag; 409 if someone could then see everything, because it is their only allowed tag',
  params: TagParams,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

export const getSeriesSharingTags = route({
  ...admin,
  id: 'get_series_sharing_tags',
  method: 'get',
  path: '/api/v1/series/{series_id}/sharing-tags',
  summary: 'Sharing tags of a series',
  params: SeriesParams,
  status: 200,
  payload: json(z.array(SharingTagSummaryDto)),
  errors: [404],
})

export const setSeriesSharingTags = route({
  ...admin,
  id: 'set_series_sharing_tags',
  wholeSight: true,
  method: 'put',
  path: '/api/v1/series/{series_id}/sharing-tags',
  summary: 'Replace the sharing tags of a series',
  params: SeriesParams,
  body: SetSeriesSharingTagsRequest,
  status: 200,
  payload: json(z.array(SharingTagSummaryDto)),
  errors: [404],
})

export const addSeriesSharingTag = route({
  ...admin,
  id: 'add_series_sharing_tag',
  wholeSight: true,
  method: 'post',
  path: '/api/v1/series/{series_id}/sharing-tags',
  summary: 'Add a sharing tag to a series',
  params: SeriesParams,
  body: ModifySeriesSharingTagRequest,
  status: 200,
  payload: nothing,
  errors: [404],
})

export const removeSeriesSharingTag = route({
  ...admin,
  id: 'remove_series_sharing_tag',
  wholeSight: true,
  method: 'delete',
  path: '/api/v1/series/{series_id}/sharing-tags/{tag_id}',
  summary: 'Remove a sharing tag from a series',
  params: SeriesParams.extend({ tag_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getMySharingTags = route({
  id: 'get_my_sharing_tags',
  scope: 'libraries-read',
  method: 'get',
  path: '/api/v1/user/sharing-tags',
  tag: 'Sharing Tags',
  summary: 'The sharing tag grants of the caller',
  access: 'login',
  status: 200,
  payload: json(UserSharingTagGrantsResponse),
})

export const getUserSharingTags = route({
  ...admin,
  id: 'get_user_sharing_tags',
  method: 'get',
  path: '/api/v1/users/{user_id}/sharing-tags',
  summary: 'The sharing tag grants of a user, without those of groups',
  params: UserParams,
  status: 200,
  payload: json(UserSharingTagGrantsResponse),
  errors: [404],
})

export const setUserSharingTag = route({
  ...admin,
  id: 'set_user_sharing_tag',
  wholeSight: true,
  method: 'put',
  path: '/api/v1/users/{user_id}/sharing-tags',
  summary: 'Allow or deny a user the series with a sharing tag',
  params: UserParams,
  body: SetUserSharingTagGrantRequest,
  status: 200,
  payload: json(UserSharingTagGrantDto),
  errors: [404],
})

export const removeUserSharingTag = route({
  ...admin,
  id: 'remove_user_sharing_tag',
  wholeSight: true,
  method: 'delete',
  path: '/api/v1/users/{user_id}/sharing-tags/{tag_id}',
  summary: 'Remove the grant of a sharing tag from a user',
  params: UserParams.extend({ tag_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})
