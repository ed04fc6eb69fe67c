import { TaxonomyCleanupResponse } from './facet'
import { TagDto } from './genre'
import { Uuid } from './ids'
import { Label, Labels } from './metadata-fields'
import { PageQuery, paginated } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

export const TagListResponse = z.object({ tags: z.array(TagDto) }).meta({ id: 'TagListResponse' })
export const SetSeriesTagsRequest = z.object({ tags: Labels }).meta({ id: 'SetSeriesTagsRequest' })
export const AddSeriesTagRequest = z.object({ name: Label }).meta({ id: 'AddSeriesTagRequest' })
export const SetBookTagsRequest = z.object({ tags: Labels }).meta({ id: 'SetBookTagsRequest' })
export const AddBookTagRequest = z.object({ name: Label }).meta({ id: 'AddBookTagRequest' })

const SeriesParams = z.object({ series_id: Uuid })
const BookParams = z.object({ book_id: Uuid })
const all = { tag: 'Tags', status: 200 } as const
const ofSeries = { ...all, access: 'series-write', params: SeriesParams, errors: [404] } as const
const ofBook = { ...all, access: 'books-write', params: BookParams, errors: [404] } as const

export const listTags = route({
  ...all,
  id: 'list_tags',
  method: 'get',
  path: '/api/v1/tags',
  summary: 'Tags of the visible series by name, with the number of series for each',
  access: 'series-read',
  query: PageQuery,
  payload: json(paginated('TagDto', TagDto)),
})

export const cleanupTags = route({
  ...all,
  id: 'cleanup_tags',
  wholeSight: true,
  method: 'post',
  path: '/api/v1/tags/cleanup',
  summary: 'Delete unused tags; those with aliases, a description, links or an image stay',
  access: 'system-admin',
  payload: json(TaxonomyCleanupResponse),
})

export const deleteTag = route({
  ...all,
  id: 'delete_tag',
  wholeSight: true,
  method: 'delete',
  path: '/api/v1/tags/{tag_id}',
  summary: 'Delete a tag and remove it from every series and book',
  access: 'system-admin',
  params: z.object({ tag_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getSeriesTags = route({
  ...ofSeries,
  id: 'get_series_tags',
  method: 'get',
  path: '/api/v1/series/{series_id}/tags',
  summary: 'The tags of a series',
  access: 'series-read',
  payload: json(TagListResponse),
})

export const setSeriesTags = route({
  ...ofSeries,
  id: 'set_series_tags',
  method: 'put',
  path: '/api/v1/series/{series_id}/tags',
  summary: 'Replace the tags of a series and lock them; new ones are created',
  body: SetSeriesTagsRequest,
  form: true,
  payload: json(TagListResponse),
})

export const addSeriesTag = route({
  ...ofSeries,
  id: 'add_series_tag',
  method: 'post',
  path: '/api/v1/series/{series_id}/tags',
  summary: 'Add a tag to a series and lock its tags',
  body: AddSeriesTagRequest,
  form: true,
  payload: json(TagDto),
})

export const removeSeriesTag = route({
  ...ofSeries,
  id: 'remove_series_tag',
  method: 'delete',
  path: '/api/v1/series/{series_id}/tags/{tag_id}',
  summary: 'Remove a tag from a series and lock its tags',
  params: SeriesParams.extend({ tag_id: Uuid }),
  status: 204,
  payload: nothing,
})

export const getBookTags = route({
  ...ofBook,
  id: 'get_book_tags',
  method: 'get',
  path: '/api/v1/books/{book_id}/tags',
  summary: 'The tags of a book',
  access: 'books-read',
  payload: json(TagListResponse),
})

export const setBookTags = route({
  ...ofBook,
  id: 'set_book_tags',
  method: 'put',
  path: '/api/v1/books/{book_id}/tags',
  summary: 'Replace the tags of a book and lock them; new ones are created',
  body: SetBookTagsRequest,
  form: true,
  payload: json(TagListResponse),
})

export const addBookTag = route({
  ...ofBook,
  id: 'add_book_tag',
  method: 'post',
  path: '/api/v1/books/{book_id}/tags',
  summary: 'Add a tag to a book and lock its tags',
  body: AddBookTagRequest,
  form: true,
  payload: json(TagDto),
})

export const removeBookTag = route({
  ...ofBook,
  id: 'remove_book_tag',
  method: 'delete',
  path: '/api/v1/books/{book_id}/tags/{tag_id}',
  summary: 'Remove a tag from a book and lock its tags',
  params: BookParams.extend({ tag_id: Uuid }),
  status: 204,
  payload: nothing,
})
