import { Uuid } from './ids'
import { json, route } from './route'
import { BulkTaskResponse } from './series-title'
import * as z from './zod'

const bookIds = z.array(Uuid).meta({ description: '1 to 500' })
const seriesIds = z.array(Uuid).meta({ description: '1 to 100' })
const read = { force: z.boolean().optional().meta({ description: 'Also read files that were read before' }) }
const make = { force: z.boolean().optional().meta({ description: 'Also replace existing thumbnails' }) }

export const BulkAnalyzeBooksRequest = z.object({ bookIds, ...read }).meta({ id: 'BulkAnalyzeBooksRequest' })
export const BulkAnalyzeSeriesRequest = z.object({ seriesIds, ...read }).meta({ id: 'BulkAnalyzeSeriesRequest' })
export const BulkAnalyzeResponse = z
  .object({ tasksEnqueued: z.int().min(0), message: z.string() })
  .meta({ id: 'BulkAnalyzeResponse' })
export type BulkAnalyzeResponse = z.infer<typeof BulkAnalyzeResponse>

export const BulkRenumberSeriesRequest = z.object({ seriesIds }).meta({ id: 'BulkRenumberSeriesRequest' })
export const BulkGenerateBookThumbnailsRequest = z
  .object({ bookIds, ...make })
  .meta({ id: 'BulkGenerateBookThumbnailsRequest' })
export const BulkGenerateSeriesThumbnailsRequest = z
  .object({ seriesIds, ...make })
  .meta({ id: 'BulkGenerateSeriesThumbnailsRequest' })
export const BulkGenerateSeriesBookThumbnailsRequest = z
  .object({ seriesIds, ...make })
  .meta({ id: 'BulkGenerateSeriesBookThumbnailsRequest' })

const bulk = { method: 'post', tag: 'Bulk Operations', status: 200 } as const

// Registered before the routes of one book or series, whose id would be `bulk`. Missing and hidden ones are skipped.
export const analyzeBooks = route({
  ...bulk,
  id: 'bulk_analyze_books',
  path: '/api/v1/books/bulk/analyze',
  summary: 'Read the files of up to 500 books; without force only those not read yet',
  access: 'books-write',
  body: BulkAnalyzeBooksRequest,
  payload: json(BulkAnalyzeResponse),
})

export const analyzeManySeries = route({
  ...bulk,
  id: 'bulk_analyze_series',
  path: '/api/v1/series/bulk/analyze',
  summary: 'Read the files of up to 100 series; without force only those not read yet',
  access: 'series-write',
  body: BulkAnalyzeSeriesRequest,
  payload: json(BulkAnalyzeResponse),
})

export const renumberManySeries = route({
  ...bulk,
  id: 'bulk_renumber_series',
  path: '/api/v1/series/bulk/renumber',
  summary: 'Renumber the books of up to 100 series by the rules of their libraries',
  access: 'series-write',
  body: BulkRenumberSeriesRequest,
  payload: json(BulkTaskResponse),
})

export const generateThumbnailsOfBooks = route({
  ...bulk,
  id: 'bulk_generate_book_thumbnails',
  path: '/api/v1/books/bulk/thumbnails/generate',
  summary: 'Create the thumbnails of up to 500 books',
  access: 'tasks-write',
  body: BulkGenerateBookThumbnailsRequest,
  payload: json(BulkTaskResponse),
})

export const generateThumbnailsOfSeries = route({
  ...bulk,
  id: 'bulk_generate_series_thumbnails',
  path: '/api/v1/series/bulk/thumbnails/generate',
  summary: 'Create the thumbnails of up to 100 series',
  access: 'tasks-write',
  body: BulkGenerateSeriesThumbnailsRequest,
  payload: json(BulkTaskResponse),
})

export const generateThumbnailsOfBooksOfSeries = route({
  ...bulk,
  id: 'bulk_generate_series_book_thumbnails',
  path: '/api/v1/series/bulk/thumbnails/books/generate',
  summary: 'Create the thumbnails of all books of up to 100 series',
  access: 'tasks-write',
  body: BulkGenerateSeriesBookThumbnailsRequest,
  payload: json(BulkTaskResponse),
})
