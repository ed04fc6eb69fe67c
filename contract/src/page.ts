import { Int32, Int64, nullable, numeral, Uuid } from './ids'
import { bytes, json, route } from './route'
import * as z from './zod'

export const PageDto = z
  .object({
    id: Uuid,
    bookId: Uuid,
    pageNumber: Int32.meta({ description: '1-based' }),
    fileName: z.string(),
    fileFormat: z.string(),
    fileSize: Int64,
    width: nullable(Int32),
    height: nullable(Int32),
  })
  .meta({ id: 'PageDto' })
export type PageDto = z.infer<typeof PageDto>

const BookParams = z.object({ book_id: Uuid })

export const listBookPages = route({
  id: 'list_book_pages',
  method: 'get',
  path: '/api/v1/books/{book_id}/pages',
  tag: 'Books',
  summary: 'The image pages of a book, in reading order',
  access: 'pages-read',
  params: BookParams,
  status: 200,
  payload: json(z.array(PageDto)),
  also: [304],
  errors: [404],
})

export const getPageImage = route({
  id: 'get_page_image',
  method: 'get',
  path: '/api/v1/books/{book_id}/pages/{page_number}',
  tag: 'Pages',
  summary: 'One page as an image, as it is in the file or no wider than `width`',
  access: 'pages-read',
  params: z.object({ book_id: Uuid, page_number: numeral(z.int().min(1).max(2_147_483_647)) }),
  query: z.object({
    width: numeral(z.int().min(1).max(2_147_483_647)).optional(),
    v: z.string().max(100).optional(),
  }),
  status: 200,
  payload: bytes('image/*'),
  also: [304],
  errors: [404, 422],
})

export const getBookThumbnail = route({
  id: 'get_book_thumbnail',
  method: 'get',
  path: '/api/v1/books/{book_id}/thumbnail',
  tag: 'Thumbnails',
  summary: 'The cover of a book, at most 400 pixels on its longer side; drawn from its title if there is no image',
  access: 'books-read',
  params: BookParams,
  query: z.object({
    width: numeral(z.int().min(1).max(10_000)).optional(),
    v: z.string().max(100).optional(),
  }),
  status: 200,
  payload: bytes('image/*'),
  also: [304],
  errors: [404],
})

export const getSeriesThumbnail = route({
  id: 'get_series_thumbnail',
  method: 'get',
  path: '/api/v1/series/{series_id}/thumbnail',
  tag: 'Series',
  summary: 'The cover of a series, at most 400 pixels on its longer side; drawn from its title if there is no image',
  access: 'series-read',
  params: z.object({ series_id: Uuid }),
  query: z.object({
    width: numeral(z.int().min(1).max(10_000)).optional(),
    v: z.string().max(100).optional(),
  }),
  status: 200,
  payload: bytes('image/*'),
  also: [304],
  errors: [404],
})

export const getBookFile = route({
  id: 'get_book_file',
  method: 'get',
  path: '/api/v1/books/{book_id}/file',
  tag: 'Books',
  summary: 'The file itself, whole or a range of it',
  access: 'books-read',
  params: BookParams,
  status: 200,
  payload: bytes(
    'application/zip',
    'application/x-rar-compressed',
    'application/epub+zip',
    'application/pdf',
    'application/octet-stream',
  ),
  also: [206, 304],
  errors: [404, 416],
})
