import {
  AddCoverRequest,
  ChangeCoverRequest,
  CoverUploadForm,
  ImageQuery,
  LibraryCoverDto,
  LibraryCoverListResponse,
} from './cover'
import { Uuid } from './ids'
import { LibraryParams } from './library'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

const LibraryCoverParams = z.object({ library_id: Uuid, cover_id: Uuid })
const library = { tag: 'Libraries', params: LibraryParams } as const
const libraryCover = { tag: 'Libraries', params: LibraryCoverParams } as const
const libraryPath = '/api/v1/libraries/{library_id}'

export const uploadLibraryCover = route({
  ...library,
  id: 'upload_library_cover',
  method: 'post',
  path: `${libraryPath}/cover`,
  summary: 'Upload an image as the cover of a library; it is selected',
  access: 'libraries-write',
  upload: CoverUploadForm,
  status: 200,
  payload: json(LibraryCoverDto),
  errors: [404],
})

export const addLibraryCover = route({
  ...library,
  id: 'add_library_cover',
  method: 'post',
  path: `${libraryPath}/covers`,
  summary: 'Create a cover from a page, a web address or the title; it is selected',
  access: 'libraries-write',
  body: AddCoverRequest,
  form: true,
  status: 200,
  payload: json(LibraryCoverDto),
  errors: [404],
})

export const listLibraryCovers = route({
  ...library,
  id: 'list_library_covers',
  method: 'get',
  path: `${libraryPath}/covers`,
  summary: 'The covers of a library, the drawn one first',
  access: 'libraries-read',
  status: 200,
  payload: json(LibraryCoverListResponse),
  errors: [404],
})

export const resetLibraryCover = route({
  ...library,
  id: 'reset_library_cover',
  method: 'delete',
  path: `${libraryPath}/covers/selected`,
  summary: 'Go back to the drawn cover',
  access: 'libraries-write',
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getLibraryCoverImage = route({
  ...libraryCover,
  id: 'get_library_cover_image',
  method: 'get',
  path: `${libraryPath}/covers/{cover_id}/image`,
  summary: 'One of the covers of a library',
  access: 'libraries-read',
  query: ImageQuery,
  status: 200,
  payload: bytes('image/jpeg', 'image/webp'),
  also: [304],
  errors: [404],
})

export const selectLibraryCover = route({
  ...libraryCover,
  id: 'select_library_cover',
  method: 'put',
  path: `${libraryPath}/covers/{cover_id}/select`,
  summary: 'Select a cover of a library',
  access: 'libraries-write',
  status: 200,
  payload: json(LibraryCoverDto),
  errors: [404],
})

export const changeLibraryCover = route({
  ...libraryCover,
  id: 'change_library_cover',
  method: 'patch',
  path: `${libraryPath}/covers/{cover_id}`,
  summary: 'Crop an added cover of a library',
  access: 'libraries-write',
  body: ChangeCoverRequest,
  form: true,
  status: 200,
  payload: json(LibraryCoverDto),
  errors: [404],
})

export const deleteLibraryCover = route({
  ...libraryCover,
  id: 'delete_library_cover',
  method: 'delete',
  path: `${libraryPath}/covers/{cover_id}`,
  summary: 'Delete an added cover of a library',
  access: 'libraries-write',
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getLibraryThumbnail = route({
  ...library,
  id: 'get_library_thumbnail',
  method: 'get',
  path: `${libraryPath}/thumbnail`,
  summary: 'The cover of a library; drawn from its name unless one was chosen',
  access: 'libraries-read',
  query: ImageQuery,
  status: 200,
  payload: bytes('image/jpeg', 'image/webp'),
  also: [304],
  errors: [404],
})
