import { nullable, Uuid } from './ids'
import { shownName } from './metadata-fields'
import { json, nothing, route } from './route'
import { AlternateTitleDto } from './series-side'
import * as z from './zod'

const Label = shownName(100).meta({ description: 'Kind of title, such as Japanese, Romaji or English' })
const Title = shownName(500)

export const AlternateTitleListResponse = z
  .object({ titles: z.array(AlternateTitleDto) })
  .meta({ id: 'AlternateTitleListResponse' })
export type AlternateTitleListResponse = z.infer<typeof AlternateTitleListResponse>

export const CreateAlternateTitleRequest = z
  .object({ label: Label, title: Title })
  .meta({ id: 'CreateAlternateTitleRequest' })
export type CreateAlternateTitleRequest = z.infer<typeof CreateAlternateTitleRequest>

/** Absent and null fields stay unchanged. */
export const UpdateAlternateTitleRequest = z
  .object({ label: nullable(Label), title: nullable(Title) })
  .meta({ id: 'UpdateAlternateTitleRequest' })
export type UpdateAlternateTitleRequest = z.infer<typeof UpdateAlternateTitleRequest>

const path = '/api/v1/series/{series_id}/alternate-titles'
const SeriesParams = z.object({ series_id: Uuid })
const TitleParams = z.object({ series_id: Uuid, title_id: Uuid })

export const listAlternateTitles = route({
  id: 'get_series_alternate_titles',
  method: 'get',
  path,
  tag: 'Series',
  summary: 'The alternate titles of a series, in the order in which they were added',
  access: 'series-read',
  params: SeriesParams,
  status: 200,
  payload: json(AlternateTitleListResponse),
  errors: [404],
})

export const createAlternateTitle = route({
  id: 'create_alternate_title',
  method: 'post',
  path,
  tag: 'Series',
  summary: 'Add an alternate title to a series; search finds it',
  access: 'series-write',
  params: SeriesParams,
  body: CreateAlternateTitleRequest,
  form: true,
  status: 201,
  payload: json(AlternateTitleDto),
  errors: [404],
})

export const updateAlternateTitle = route({
  id: 'update_alternate_title',
  method: 'patch',
  path: `${path}/{title_id}`,
  tag: 'Series',
  summary: 'Change an alternate title of a series',
  access: 'series-write',
  params: TitleParams,
  body: UpdateAlternateTitleRequest,
  form: true,
  status: 200,
  payload: json(AlternateTitleDto),
  errors: [404],
})

export const deleteAlternateTitle = route({
  id: 'delete_alternate_title',
  method: 'delete',
  path: `${path}/{title_id}`,
  tag: 'Series',
  summary: 'Delete an alternate title of a series',
  access: 'series-write',
  params: TitleParams,
  status: 204,
  payload: nothing,
  errors: [404],
})
