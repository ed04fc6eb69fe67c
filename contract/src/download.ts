import { z } from 'zod'
import { MOST_DOWNLOADS } from './download-count'
import { Uuid } from './ids'
import { bytes, route } from './route'

/** Ids with commas between them. */
const Ids = z
  .string()
  .max(MOST_DOWNLOADS * 37)
  .transform(text => text.split(',').filter(id => id !== ''))
  .pipe(z.array(Uuid).max(MOST_DOWNLOADS))

export const downloadSeries = route({
  id: 'download_series',
  method: 'get',
  path: '/api/v1/series/{series_id}/download',
  tag: 'Series',
  summary: 'The files of all books of a series as one zip, whole or a range of it',
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
  summary: 'The files of chosen books and series as one zip, whole or a range of it',
  access: 'books-read',
  query: z
    .object({
      ids: Ids.optional().meta({ description: 'Ids of books, with commas between' }),
      seriesIds: Ids.optional().meta({ description: 'Ids of series, with commas between' }),
    })
    .refine(({ ids = [], seriesIds = [] }) => ids.length + seriesIds.length > 0, 'name a book or a series')
    .refine(({ ids = [], seriesIds = [] }) => ids.length + seriesIds.length <= MOST_DOWNLOADS, 'too many ids'),
  status: 200,
  payload: bytes('application/zip'),
  also: [206, 304],
  errors: [404, 409, 416, 422],
})
