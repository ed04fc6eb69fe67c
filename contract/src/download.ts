import { MOST_DOWNLOADS } from './download-count'
import { idList } from './id-list'
import { Uuid } from './ids'
import { bytes, route } from './route'
import * as z from './zod'

const Ids = idList(MOST_DOWNLOADS)

export const downloadSeries = route({
  id: 'download_series',
  method: 'get',
  path: '/api/v1/series/{series_id}/download',
  tag: 'Series',
  summary: 'The files of all books of a series as one zip, in full or a range',
  access: 'books-read',
  params: z.object({ series_id: Uuid }),
  status: 200,
  payload: bytes('application/zip'),
  also: [206, 304],
  errors: [404, 409, 416, 422],
})

export const downloadBooks = route({
  id: 'download_books',
  method: 'get',
  path: '/api/v1/books/download',
  tag: 'Books',
  summary: 'The files of chosen books and series as one zip, in full or a range',
  access: 'books-read',
  query: z
    .object({
      bookIds: Ids.optional().meta({ format: 'uuid-list', description: 'Ids of books, comma-separated' }),
      seriesIds: Ids.optional().meta({ description: 'Ids of series, comma-separated' }),
    })
    .refine(({ bookIds, seriesIds }) => bookIds !== undefined || seriesIds !== undefined, 'name a book or a series')
    .refine(({ bookIds = [], seriesIds = [] }) => bookIds.length + seriesIds.length <= MOST_DOWNLOADS, 'too many ids'),
  status: 200,
  payload: bytes('application/zip'),
  also: [206, 304],
  errors: [404, 409, 416, 422],
})
