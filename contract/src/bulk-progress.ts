import { Uuid } from './ids'
import { MarkReadResponse } from './progress'
import { json, route } from './route'
import * as z from './zod'

export const BulkBooksRequest = z.object({ bookIds: z.array(Uuid).max(500) }).meta({ id: 'BulkBooksRequest' })
export const BulkSeriesRequest = z.object({ seriesIds: z.array(Uuid).max(100) }).meta({ id: 'BulkSeriesRequest' })

const bulk = {
  method: 'post',
  tag: 'Bulk Operations',
  access: 'progress-write',
  status: 200,
  payload: json(MarkReadResponse),
} as const

// Registered before the routes of one book or series, whose id would be `bulk`. Missing and hidden ones are skipped.
export const markBooksAsRead = route({
  ...bulk,
  id: 'bulk_mark_books_as_read',
  path: '/api/v1/books/bulk/read',
  summary: 'Mark up to 500 books as read',
  body: BulkBooksRequest,
})

export const markBooksAsUnread = route({
  ...bulk,
  id: 'bulk_mark_books_as_unread',
  path: '/api/v1/books/bulk/unread',
  summary: 'Mark up to 500 books as unread',
  body: BulkBooksRequest,
})

export const markAllSeriesAsRead = route({
  ...bulk,
  id: 'bulk_mark_series_as_read',
  path: '/api/v1/series/bulk/read',
  summary: 'Mark every book of up to 100 series as read',
  body: BulkSeriesRequest,
})

export const markAllSeriesAsUnread = route({
  ...bulk,
  id: 'bulk_mark_series_as_unread',
  path: '/api/v1/series/bulk/unread',
  summary: 'Mark every book of up to 100 series as unread',
  body: BulkSeriesRequest,
})
