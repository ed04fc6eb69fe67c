import { Int32, nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import * as z from './zod'

export const ReadProgressResponse = z
  .object({
    id: Uuid,
    userId: Uuid,
    bookId: Uuid,
    currentPage: Int32.meta({ description: '1-based' }),
    progressPercentage: nullable(z.number().meta({ format: 'double' })),
    completed: z.boolean(),
    startedAt: Timestamp,
    updatedAt: Timestamp,
    completedAt: nullable(Timestamp),
  })
  .meta({ id: 'ReadProgressResponse' })
export type ReadProgressResponse = z.infer<typeof ReadProgressResponse>

export const ReadProgressListResponse = z
  .object({ progress: z.array(ReadProgressResponse), total: z.int() })
  .meta({ id: 'ReadProgressListResponse' })

/** Of a report of a place. */
export const Deliberate = z.boolean().meta({
  description: 'The reader jumped there, for instance by the contents or a slider; the place before can be restored',
})

/** Of a report of a place. */
export const Measured = z.boolean().meta({
  description: 'The app reports its reading sessions itself, so no reading time is estimated from this place',
})

export const UpdateProgressRequest = z
  .object({
    currentPage: Int32.min(1).meta({
      description: '1-based; past the last page, the last one is stored and the book counts as read',
    }),
    progressPercentage: nullable(z.number().min(0).max(1).meta({ format: 'double' })),
    completed: nullable(z.boolean()),
    readAt: Timestamp.meta({
      description:
        "When the place was reached, by the device's clock; if absent, before 2015 or over a day ahead, the time of arrival counts",
    }).optional(),
    deliberate: Deliberate.optional(),
    measured: Measured.optional(),
  })
  .meta({ id: 'UpdateProgressRequest' })
export type UpdateProgressRequest = z.infer<typeof UpdateProgressRequest>

export const MarkReadResponse = z.object({ count: z.int(), message: z.string() }).meta({ id: 'MarkReadResponse' })
export type MarkReadResponse = z.infer<typeof MarkReadResponse>

const BookParams = z.object({ book_id: Uuid })
const SeriesParams = z.object({ series_id: Uuid })

export const getUserProgress = route({
  id: 'get_user_progress',
  method: 'get',
  path: '/api/v1/progress',
  tag: 'Reading Progress',
  summary: "All of the caller's reading progress, newest first",
  access: 'progress-read',
  status: 200,
  payload: json(ReadProgressListResponse),
})

export const getReadingProgress = route({
  id: 'get_reading_progress',
  method: 'get',
  path: '/api/v1/books/{book_id}/progress',
  tag: 'Reading Progress',
  summary: "The caller's progress in a book; 204 when not started",
  access: 'progress-read',
  params: BookParams,
  status: 200,
  payload: json(ReadProgressResponse),
  also: [204],
  errors: [404],
})

export const updateReadingProgress = route({
  id: 'update_reading_progress',
  method: 'put',
  path: '/api/v1/books/{book_id}/progress',
  tag: 'Reading Progress',
  summary: 'Save the place in a book; 409 when a later one is known',
  access: 'progress-write',
  params: BookParams,
  body: UpdateProgressRequest,
  status: 200,
  payload: json(ReadProgressResponse),
  errors: [404, 409],
})

export const undoReadingProgress = route({
  id: 'undo_reading_progress',
  method: 'post',
  path: '/api/v1/books/{book_id}/progress/undo',
  tag: 'Reading Progress',
  summary: 'Go back to the place before the last jump or mark, 204 when the book was unread; a second call returns',
  access: 'books-read',
  params: BookParams,
  status: 200,
  payload: json(ReadProgressResponse),
  also: [204],
  errors: [404, 409],
})

export const DevicePlaceDto = z
  .object({
    device: z.string().meta({ description: "The device's own name for itself, or of its sign-in" }),
    name: nullable(z.string()).meta({ description: 'Name of the device or its API key' }),
    client: nullable(z.string()).meta({ description: 'Browser or app, if known' }),
    system: nullable(z.string()),
    kind: z.enum(['desktop', 'phone', 'tablet', 'other']),
    current: z.boolean().meta({ description: 'The device that sends the request' }),
    currentPage: Int32,
    progressPercentage: nullable(z.number().meta({ format: 'double' })),
    completed: z.boolean(),
    readAt: Timestamp,
  })
  .meta({ id: 'DevicePlaceDto' })
export type DevicePlaceDto = z.infer<typeof DevicePlaceDto>

export const DevicePlacesResponse = z
  .object({
    devices: z.array(DevicePlaceDto).meta({ description: 'The last reading first' }),
    undo: z
      .object({ currentPage: nullable(Int32), progressPercentage: nullable(z.number().meta({ format: 'double' })) })
      .nullable()
      .meta({ description: 'Where an undo leads: no page when the book was unread; null when there is none' }),
  })
  .meta({ id: 'DevicePlacesResponse' })
export type DevicePlacesResponse = z.infer<typeof DevicePlacesResponse>

export const getDevicePlaces = route({
  id: 'get_device_places',
  method: 'get',
  path: '/api/v1/books/{book_id}/progress/devices',
  tag: 'Reading Progress',
  summary: "Where each of the caller's devices is in a book, and where an undo leads",
  access: 'progress-read',
  params: BookParams,
  status: 200,
  payload: json(DevicePlacesResponse),
  errors: [404],
})

export const deleteReadingProgress = route({
  id: 'delete_reading_progress',
  method: 'delete',
  path: '/api/v1/books/{book_id}/progress',
  tag: 'Reading Progress',
  summary: 'Delete the place in a book',
  access: 'progress-write',
  params: BookParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const markBookAsRead = route({
  id: 'mark_book_as_read',
  method: 'post',
  path: '/api/v1/books/{book_id}/read',
  tag: 'Reading Progress',
  summary: 'Mark a book as read',
  access: 'progress-write',
  params: BookParams,
  status: 200,
  payload: json(ReadProgressResponse),
  errors: [404],
})

export const markBookAsUnread = route({
  id: 'mark_book_as_unread',
  method: 'post',
  path: '/api/v1/books/{book_id}/unread',
  tag: 'Reading Progress',
  summary: 'Mark a book as unread',
  access: 'progress-write',
  params: BookParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const markSeriesAsRead = route({
  id: 'mark_series_as_read',
  method: 'post',
  path: '/api/v1/series/{series_id}/read',
  tag: 'Series',
  summary: 'Mark every book of a series as read',
  access: 'progress-write',
  params: SeriesParams,
  status: 200,
  payload: json(MarkReadResponse),
  errors: [404],
})

export const markSeriesAsUnread = route({
  id: 'mark_series_as_unread',
  method: 'post',
  path: '/api/v1/series/{series_id}/unread',
  tag: 'Series',
  summary: 'Mark every book of a series as unread',
  access: 'progress-write',
  params: SeriesParams,
  status: 200,
  payload: json(MarkReadResponse),
  errors: [404],
})
