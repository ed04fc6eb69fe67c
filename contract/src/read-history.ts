import { Int32, Int64, nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

export const ReadCompletionDto = z
  .object({
    id: nullable(Uuid).meta({ description: 'Null for a series, which is read when all its books are' }),
    startedAt: Timestamp,
    completedAt: Timestamp,
  })
  .meta({ id: 'ReadCompletionDto' })
export type ReadCompletionDto = z.infer<typeof ReadCompletionDto>

export const AbandonedReadDto = z
  .object({
    id: Uuid,
    page: Int32.meta({ description: 'The last page reached, 1-based' }),
    startedAt: Timestamp,
    abandonedAt: Timestamp,
  })
  .meta({ id: 'AbandonedReadDto' })
export type AbandonedReadDto = z.infer<typeof AbandonedReadDto>

export const ReadHistoryResponse = z
  .object({
    readCount: Int64.meta({ description: 'Of a series: how often every one of its books was finished' }),
    lastCompletedAt: nullable(Timestamp),
    entries: z.array(ReadCompletionDto).meta({ description: 'The newest first' }),
    abandoned: z
      .array(AbandonedReadDto)
      .optional()
      .meta({ description: 'Of a book: readings that ended before its end, the newest first' }),
  })
  .meta({ id: 'ReadHistoryResponse' })
export type ReadHistoryResponse = z.infer<typeof ReadHistoryResponse>

/** One reading of any book, in the complete history. */
export const ReadingDto = z
  .object({
    id: Uuid,
    bookId: Uuid,
    bookTitle: z.string(),
    seriesId: Uuid,
    seriesTitle: z.string(),
    completed: z.boolean().meta({ description: 'False: abandoned at `page`' }),
    page: Int32,
    pageCount: Int32,
    startedAt: Timestamp,
    endedAt: Timestamp,
    thumbHash: nullable(z.string()),
    coverVersion: nullable(z.string()),
  })
  .meta({ id: 'ReadingDto' })
export type ReadingDto = z.infer<typeof ReadingDto>

const BookParams = z.object({ book_id: Uuid })
const EntryParams = z.object({ book_id: Uuid, completion_id: Uuid })
const SeriesParams = z.object({ series_id: Uuid })

const tag = 'Reading Progress'

export const getBookReadHistory = route({
  id: 'get_book_read_history',
  method: 'get',
  path: '/api/v1/books/{book_id}/read-history',
  tag,
  summary: 'How often and when the caller has finished a book, and the readings abandoned',
  access: 'progress-read',
  params: BookParams,
  status: 200,
  payload: json(ReadHistoryResponse),
  errors: [404],
})

export const clearBookReadHistory = route({
  id: 'clear_book_read_history',
  method: 'delete',
  path: '/api/v1/books/{book_id}/read-history',
  tag,
  summary: "Delete the caller's history of a book; the place stays",
  access: 'progress-write',
  params: BookParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const deleteBookReadHistoryEntry = route({
  id: 'delete_book_read_history_entry',
  method: 'delete',
  path: '/api/v1/books/{book_id}/read-history/{completion_id}',
  tag,
  summary: "Delete one entry of the caller's history of a book; the place stays",
  access: 'progress-write',
  params: EntryParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getSeriesReadHistory = route({
  id: 'get_series_read_history',
  method: 'get',
  path: '/api/v1/series/{series_id}/read-history',
  tag,
  summary: 'How often and when the caller has finished every book of a series',
  access: 'progress-read',
  params: SeriesParams,
  status: 200,
  payload: json(ReadHistoryResponse),
  errors: [404],
})

export const clearSeriesReadHistory = route({
  id: 'clear_series_read_history',
  method: 'delete',
  path: '/api/v1/series/{series_id}/read-history',
  tag,
  summary: "Delete the caller's history of all books of a series; the places stay",
  access: 'progress-write',
  params: SeriesParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const listMyReadHistory = route({
  id: 'list_my_read_history',
  method: 'get',
  path: '/api/v1/user/read-history',
  tag,
  summary: 'All readings of the caller, finished and abandoned, newest first',
  access: 'progress-read',
  query: PageQuery,
  status: 200,
  payload: json(paginated('ReadingDto', ReadingDto)),
})

export const clearMyReadHistory = route({
  id: 'clear_my_read_history',
  method: 'delete',
  path: '/api/v1/user/read-history',
  tag,
  summary: "Delete the caller's history of everything; the places stay",
  access: 'progress-write',
  status: 204,
  payload: nothing,
})
