import {
  AddCoverRequest,
  ChangeCoverRequest,
  CoverUploadForm,
  FacetCoverDto,
  FacetCoverListResponse,
  ImageQuery,
} from './cover'
import { FACET_KINDS } from './facet'
import { Uuid } from './ids'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

const params = z.object({ kind: z.enum(FACET_KINDS), facet_id: Uuid })
const path = '/api/v1/facets/{kind}/{facet_id}'
const read = { tag: 'Names', access: 'series-read', params, status: 200, errors: [404] } as const
const change = { tag: 'Names', access: 'series-write', wholeSight: true, params, status: 200, errors: [404] } as const
const ofCover = { params: params.extend({ cover_id: Uuid }) } as const
const picture = { payload: bytes('image/jpeg', 'image/webp'), also: [304], query: ImageQuery } as const

export const getFacetThumbnail = route({
  ...read,
  ...picture,
  id: 'get_facet_thumbnail',
  method: 'get',
  path: `${path}/thumbnail`,
  summary: 'The image of a name: the chosen one, else the cover of a book that the caller may see, else its initials',
})

export const uploadFacetCover = route({
  ...change,
  id: 'upload_facet_cover',
  method: 'post',
  path: `${path}/cover`,
  summary: 'Upload an image of a name; it is selected',
  upload: CoverUploadForm,
  payload: json(FacetCoverDto),
})

export const addFacetCover = route({
  ...change,
  id: 'add_facet_cover',
  method: 'post',
  path: `${path}/covers`,
  summary: 'Create an image of a name from a web address, a page or its initials; it is selected',
  body: AddCoverRequest,
  payload: json(FacetCoverDto),
})

export const listFacetCovers = route({
  ...read,
  id: 'list_facet_covers',
  method: 'get',
  path: `${path}/covers`,
  summary: 'The images of a name, the default one first',
  payload: json(FacetCoverListResponse),
})

export const resetFacetCover = route({
  ...change,
  id: 'reset_facet_cover',
  method: 'delete',
  path: `${path}/covers/selected`,
  summary: 'Go back to the default image',
  status: 204,
  payload: nothing,
})

export const getFacetCoverImage = route({
  ...read,
  ...picture,
  ...ofCover,
  id: 'get_facet_cover_image',
  method: 'get',
  path: `${path}/covers/{cover_id}/image`,
  summary: 'One of the images of a name',
})

export const selectFacetCover = route({
  ...change,
  ...ofCover,
  id: 'select_facet_cover',
  method: 'put',
  path: `${path}/covers/{cover_id}/select`,
  summary: 'Select an image of a name',
  payload: json(FacetCoverDto),
})

export const changeFacetCover = route({
  ...change,
  ...ofCover,
  id: 'change_facet_cover',
  method: 'patch',
  path: `${path}/covers/{cover_id}`,
  summary: 'Crop an added image of a name',
  body: ChangeCoverRequest,
  payload: json(FacetCoverDto),
})

export const deleteFacetCover = route({
  ...change,
  ...ofCover,
  id: 'delete_facet_cover',
  method: 'delete',
  path: `${path}/covers/{cover_id}`,
  summary: 'Delete an added image of a name',
  status: 204,
  payload: nothing,
})
