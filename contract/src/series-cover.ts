import {
  AddCoverRequest,
  ChangeCoverRequest,
  CoverUploadForm,
  ImageQuery,
  SelectCoverSourceRequest,
  SeriesCoverDto,
  SeriesCoverListResponse,
} from './cover'
import { Uuid } from './ids'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

const SeriesParams = z.object({ series_id: Uuid })
const SeriesCoverParams = z.object({ series_id: Uuid, cover_id: Uuid })
const series = { tag: 'Series', params: SeriesParams } as const
const seriesCover = { tag: 'Series', params: SeriesCoverParams } as const
const seriesPath = '/api/v1/series/{series_id}'

export const uploadSeriesCover = route({
  ...series,
  id: 'upload_series_cover',
  method: 'post',
  path: `${seriesPath}/cover`,
  summary: 'Upload an image as the cover of a series; it is selected and locked',
  access: 'series-write',
  upload: CoverUploadForm,
  status: 200,
  payload: json(SeriesCoverDto),
  errors: [404],
})

export const addSeriesCover = route({
  ...series,
  id: 'add_series_cover',
  method: 'post',
  path: `${seriesPath}/covers`,
  summary: 'Create a cover from a page, a web address or the title; it is selected and locked',
  access: 'series-write',
  body: AddCoverRequest,
  form: true,
  status: 200,
  payload: json(SeriesCoverDto),
  errors: [404],
})

export const listSeriesCovers = route({
  ...series,
  id: 'list_series_covers',
  method: 'get',
  path: `${seriesPath}/covers`,
  summary: 'The covers of a series, that of its folder or first book first',
  access: 'series-read',
  status: 200,
  payload: json(SeriesCoverListResponse),
  errors: [404],
})

export const resetSeriesCover = route({
  ...series,
  id: 'reset_series_cover',
  method: 'delete',
  path: `${seriesPath}/covers/selected`,
  summary: 'Go back to the cover of the folder or first book, and unlock it',
  access: 'series-write',
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getSeriesCoverImage = route({
  ...seriesCover,
  id: 'get_series_cover_image',
  method: 'get',
  path: `${seriesPath}/covers/{cover_id}/image`,
  summary: 'One of the covers of a series',
  access: 'series-read',
  query: ImageQuery,
  status: 200,
  payload: bytes('image/jpeg', 'image/webp'),
  also: [304],
  errors: [404],
})

export const selectSeriesCover = route({
  ...seriesCover,
  id: 'select_series_cover',
  method: 'put',
  path: `${seriesPath}/covers/{cover_id}/select`,
  summary: 'Select a cover of a series; it is locked',
  access: 'series-write',
  status: 200,
  payload: json(SeriesCoverDto),
  errors: [404],
})

export const changeSeriesCover = route({
  ...seriesCover,
  id: 'change_series_cover',
  method: 'patch',
  path: `${seriesPath}/covers/{cover_id}`,
  summary: 'Crop an added cover of a series',
  access: 'series-write',
  body: ChangeCoverRequest,
  form: true,
  status: 200,
  payload: json(SeriesCoverDto),
  errors: [404],
})

export const deleteSeriesCover = route({
  ...seriesCover,
  id: 'delete_series_cover',
  method: 'delete',
  path: `${seriesPath}/covers/{cover_id}`,
  summary: 'Delete an added cover of a series',
  access: 'series-write',
  status: 204,
  payload: nothing,
  errors: [404],
})

export const setSeriesCoverSource = route({
  ...series,
  id: 'set_series_cover_source',
  method: 'patch',
  path: `${seriesPath}/cover/source`,
  summary: 'Select the cover of the folder or first book, or the newest added one',
  access: 'series-write',
  body: SelectCoverSourceRequest,
  form: true,
  status: 200,
  payload: nothing,
  errors: [404],
})
