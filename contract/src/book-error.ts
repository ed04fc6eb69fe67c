import { BookDto } from './book'
import { BOOK_ERROR_TYPES, PROBLEM_REASONS } from './formats'
import { Int32, Int64, nullable, Timestamp, Uuid } from './ids'
import { sizeQuery } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

export const BookErrorTypeDto = z.enum(BOOK_ERROR_TYPES).meta({ id: 'BookErrorTypeDto' })

export const BookErrorDetailsDto = z
  .object({
    reason: z.enum(PROBLEM_REASONS),
    hint: z.string().meta({ description: 'One sentence: what a person can do about it' }),
    page: z.string().optional().meta({ description: 'Name of the page inside the book' }),
    pageNumber: Int32.optional().meta({ description: 'The page that failed, 1-based' }),
    pages: Int32.optional().meta({ description: 'Number of affected pages' }),
    bytes: Int64.optional().meta({ description: 'A declared or actual size' }),
    said: z.string().optional().meta({ description: 'Message of the decoding library' }),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean()]))
  .meta({ id: 'BookErrorDetailsDto', description: 'Reason, hint and facts about this error' })
export type BookErrorDetailsDto = z.infer<typeof BookErrorDetailsDto>

export const BookErrorDto = z
  .object({
    errorType: BookErrorTypeDto,
    message: z.string(),
    occurredAt: Timestamp,
    details: BookErrorDetailsDto,
    ignored: z.boolean().meta({ description: 'Hidden from lists and counts by a person' }),
  })
  .meta({ id: 'BookErrorDto' })
export type BookErrorDto = z.infer<typeof BookErrorDto>

export const BookWithErrorsDto = z
  .object({ book: BookDto, errors: z.array(BookErrorDto).meta({ description: 'All errors of this book' }) })
  .meta({ id: 'BookWithErrorsDto' })
export type BookWithErrorsDto = z.infer<typeof BookWithErrorsDto>

export const ErrorGroupDto = z
  .object({
    errorType: BookErrorTypeDto,
    label: z.string(),
    count: Int64.meta({ description: 'Books with this error type' }),
    books: z.array(BookWithErrorsDto).meta({ description: 'The requested page of these books' }),
  })
  .meta({ id: 'ErrorGroupDto' })
export type ErrorGroupDto = z.infer<typeof ErrorGroupDto>

export const BooksWithErrorsResponse = z
  .object({
    totalBooksWithErrors: Int64,
    errorCounts: z.record(z.string(), Int64).meta({ description: 'Books by error type' }),
    groups: z.array(ErrorGroupDto),
    page: Int64.meta({ description: '1-based; each group shows this page of its own books' }),
    pageSize: Int64,
    totalPages: Int64.meta({ description: 'Pages of the group with the most books, at least 1' }),
  })
  .meta({ id: 'BooksWithErrorsResponse' })
export type BooksWithErrorsResponse = z.infer<typeof BooksWithErrorsResponse>

export const RetryBookErrorsRequest = z
  .object({ errorTypes: nullable(z.array(BookErrorTypeDto).max(BOOK_ERROR_TYPES.length)) })
  .meta({ id: 'RetryBookErrorsRequest' })

export const RetryAllErrorsRequest = z
  .object({ errorType: nullable(BookErrorTypeDto), libraryId: nullable(Uuid) })
  .meta({ id: 'RetryAllErrorsRequest' })

export const RetryErrorsResponse = z
  .object({
    tasksEnqueued: Int64.meta({
      description: 'Tasks enqueued: one per book to read again and per cover to recreate',
    }),
    message: z.string(),
  })
  .meta({ id: 'RetryErrorsResponse' })
export type RetryErrorsResponse = z.infer<typeof RetryErrorsResponse>

export const IgnoreBookErrorsRequest = z
  .object({
    errorType: BookErrorTypeDto.optional().meta({ description: 'Absent: all errors of the book' }),
    ignored: z.boolean(),
  })
  .meta({ id: 'IgnoreBookErrorsRequest' })

const BookParams = z.object({ book_id: Uuid })

/** Page size of the books of one error. */
export const MAX_ERROR_PAGE = 100

export const listBooksWithErrors = route({
  id: 'list_books_with_errors',
  method: 'get',
  path: '/api/v1/books/errors',
  tag: 'Books',
  summary: 'Books with errors, grouped by type; each group has the requested page of its books',
  access: 'books-read',
  query: z.object({
    libraryId: Uuid.optional(),
    seriesId: Uuid.optional(),
    errorType: BookErrorTypeDto.optional(),
    ignored: z.stringbool().default(false).meta({ description: 'True: ignored errors instead of the others' }),
    page: sizeQuery(1, Number.MAX_SAFE_INTEGER),
    pageSize: sizeQuery(50, MAX_ERROR_PAGE),
  }),
  status: 200,
  payload: json(BooksWithErrorsResponse),
})

export const getBookErrors = route({
  id: 'get_book_errors',
  method: 'get',
  path: '/api/v1/books/{book_id}/errors',
  tag: 'Books',
  summary: 'All errors of a book, including ignored ones',
  access: 'books-read',
  params: BookParams,
  status: 200,
  payload: json(z.array(BookErrorDto)),
  errors: [404],
})

export const ignoreBookErrors = route({
  id: 'ignore_book_errors',
  method: 'put',
  path: '/api/v1/books/{book_id}/errors/ignored',
  tag: 'Books',
  summary: 'Ignore errors of a book, or stop ignoring them',
  access: 'books-write',
  params: BookParams,
  body: IgnoreBookErrorsRequest,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const retryBookErrors = route({
  id: 'retry_book_errors',
  method: 'post',
  path: '/api/v1/books/{book_id}/retry',
  tag: 'Books',
  summary: 'Retry a book with errors',
  access: 'books-write',
  params: BookParams,
  body: RetryBookErrorsRequest,
  bodyOptional: true,
  status: 200,
  payload: json(RetryErrorsResponse),
  errors: [404],
})

export const retryAllBookErrors = route({
  id: 'retry_all_book_errors',
  method: 'post',
  path: '/api/v1/books/retry-all-errors',
  tag: 'Books',
  summary: 'Retry all books with errors, or those of one type or library, except ignored errors',
  access: 'books-write',
  body: RetryAllErrorsRequest,
  bodyOptional: true,
  status: 200,
  payload: json(RetryErrorsResponse),
  errors: [404],
})
