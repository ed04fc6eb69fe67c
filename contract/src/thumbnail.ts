import { nullable, Uuid } from './ids'
import { LibraryParams } from './library'
import { json, route } from './route'
import { CreateTaskResponse } from './task'
import * as z from './zod'

/** Maximum ids per request. */
const MOST_IDS = 1000

const Force = z.boolean().optional().meta({ description: 'Also recreate existing covers; otherwise only missing ones' })
const Ids = nullable(z.array(Uuid).max(MOST_IDS))

export const ForceRequest = z.object({ force: Force }).meta({ id: 'ForceRequest' })

export const GenerateBookThumbnailsRequest = z
  .object({ bookIds: Ids, seriesIds: Ids, seriesId: nullable(Uuid), libraryId: nullable(Uuid), force: Force })
  .meta({ id: 'GenerateBookThumbnailsRequest' })
export type GenerateBookThumbnailsRequest = z.infer<typeof GenerateBookThumbnailsRequest>

export const GenerateSeriesThumbnailsRequest = z
  .object({ seriesIds: Ids, libraryId: nullable(Uuid), force: Force })
  .meta({ id: 'GenerateSeriesThumbnailsRequest' })
export type GenerateSeriesThumbnailsRequest = z.infer<typeof GenerateSeriesThumbnailsRequest>

const work = {
  method: 'post',
  tag: 'Thumbnails',
  access: 'tasks-write',
  bodyOptional: true,
  status: 200,
  payload: json(CreateTaskResponse),
} as const

export const generateBookThumbnails = route({
  ...work,
  id: 'generate_book_thumbnails',
  path: '/api/v1/books/thumbnails/generate',
  summary: 'Create covers of the given books, else of the series, else of the library, else of all',
  body: GenerateBookThumbnailsRequest,
  errors: [404],
})

export const generateBookThumbnail = route({
  ...work,
  id: 'generate_book_thumbnail',
  path: '/api/v1/books/{book_id}/thumbnail/generate',
  summary: 'Create the cover of a book',
  params: z.object({ book_id: Uuid }),
  body: ForceRequest,
  errors: [404],
})

export const generateLibraryBookThumbnails = route({
  ...work,
  id: 'generate_library_book_thumbnails',
  path: '/api/v1/libraries/{library_id}/books/thumbnails/generate',
  summary: 'Create the covers of a library’s books',
  params: LibraryParams,
  body: ForceRequest,
  errors: [404],
})

export const generateSeriesThumbnails = route({
  ...work,
  id: 'generate_series_thumbnails',
  path: '/api/v1/series/thumbnails/generate',
  summary: 'Create covers of the given series, else of the library, else of all',
  body: GenerateSeriesThumbnailsRequest,
  errors: [404],
})

export const generateSeriesThumbnail = route({
  ...work,
  id: 'generate_series_thumbnail',
  path: '/api/v1/series/{series_id}/thumbnail/generate',
  summary: 'Create the cover of a series from one of its books',
  params: z.object({ series_id: Uuid }),
  body: ForceRequest,
  errors: [404],
})

export const generateLibrarySeriesThumbnails = route({
  ...work,
  id: 'generate_library_series_thumbnails',
  path: '/api/v1/libraries/{library_id}/series/thumbnails/generate',
  summary: 'Create the covers of a library’s series',
  params: LibraryParams,
  body: ForceRequest,
  errors: [404],
})
