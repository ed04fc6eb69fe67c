import { BookDto } from './book'
import { nullable, numeral, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import { SeriesDto } from './series'
import * as z from './zod'

/** Maximum series and books in a user's queue. */
export const MOST_WANTED = 10_000
/** Maximum entries per answer, with their series or book. */
export const FULL_WANTED = 100

/** The preference that removes finished items from the queue; `true` or absent. */
export const LEAVE_WHEN_READ = 'wantToRead.leaveWhenRead'

export const WantToReadEntryDto = z
  .object({
    id: Uuid,
    itemType: z.enum(['series', 'book']).meta({ id: 'WantToReadItemType' }),
    seriesId: nullable(Uuid),
    bookId: nullable(Uuid),
    addedAt: Timestamp,
    series: SeriesDto.optional().meta({ description: 'With `full`' }),
    book: BookDto.optional().meta({ description: 'With `full`' }),
  })
  .meta({ id: 'WantToReadEntryDto' })
export type WantToReadEntryDto = z.infer<typeof WantToReadEntryDto>

export const WantToReadListResponse = z
  .object({ items: z.array(WantToReadEntryDto), total: z.int().min(0) })
  .meta({ id: 'WantToReadListResponse' })
export type WantToReadListResponse = z.infer<typeof WantToReadListResponse>

const ListQuery = z.object({
  sort: z.string().max(50).default('newest').meta({ description: 'newest, oldest, or custom: the user’s order' }),
  full: z
    .stringbool()
    .default(false)
    .meta({ description: `With series and books, ${FULL_WANTED} in a response` }),
  after: numeral(z.int().min(0)).default(0).meta({ description: 'With `full`: number of preceding entries' }),
})

// Any number other than one of the two is a 400, as in the reference; the server checks it.
export const AddWantToReadRequest = z
  .object({ seriesId: nullable(Uuid), bookId: nullable(Uuid) })
  .meta({ id: 'AddWantToReadRequest' })

export const BulkAddWantToReadRequest = z
  .object({ seriesIds: z.array(Uuid).max(500).optional(), bookIds: z.array(Uuid).max(500).optional() })
  .meta({ id: 'BulkAddWantToReadRequest' })

const count = z.int().min(0)
export const BulkAddWantToReadResponse = z
  .object({ added: count, alreadyPresent: count })
  .meta({ id: 'BulkAddWantToReadResponse' })

export const OrderWantToReadRequest = z
  .object({
    ids: z
      .array(Uuid)
      .min(1)
      .max(MOST_WANTED)
      .meta({ description: 'Ids of entries in their new order; those left out follow in their old one' }),
  })
  .meta({ id: 'OrderWantToReadRequest' })

const tag = 'Want to Read'

export const listWantToRead = route({
  id: 'list_want_to_read',
  method: 'get',
  path: '/api/v1/want-to-read',
  tag,
  summary: "The caller's queue of series and books to read",
  access: 'login',
  scope: 'progress-read',
  query: ListQuery,
  status: 200,
  payload: json(WantToReadListResponse),
})

export const addWantToRead = route({
  id: 'add_want_to_read',
  method: 'post',
  path: '/api/v1/want-to-read',
  tag,
  summary: 'Add a series or a book to the queue; one already in it stays unchanged',
  access: 'login',
  scope: 'progress-write',
  body: AddWantToReadRequest,
  status: 201,
  payload: json(WantToReadEntryDto),
  errors: [404],
})

export const bulkAddWantToRead = route({
  id: 'bulk_add_want_to_read',
  method: 'post',
  path: '/api/v1/want-to-read/bulk',
  tag,
  summary: 'Add many series and books to the queue; missing and hidden ones are skipped',
  access: 'login',
  scope: 'progress-write',
  body: BulkAddWantToReadRequest,
  status: 200,
  payload: json(BulkAddWantToReadResponse),
})

export const orderWantToRead = route({
  id: 'order_want_to_read',
  method: 'put',
  path: '/api/v1/want-to-read/order',
  tag,
  summary: 'Order the caller’s queue',
  access: 'login',
  scope: 'progress-write',
  body: OrderWantToReadRequest,
  status: 204,
  payload: nothing,
})

export const removeWantToReadSeries = route({
  id: 'remove_want_to_read_series',
  method: 'delete',
  path: '/api/v1/want-to-read/series/{series_id}',
  tag,
  summary: 'Remove a series from the queue',
  access: 'login',
  scope: 'progress-write',
  params: z.object({ series_id: Uuid }),
  status: 204,
  payload: nothing,
})

export const removeWantToReadBook = route({
  id: 'remove_want_to_read_book',
  method: 'delete',
  path: '/api/v1/want-to-read/books/{book_id}',
  tag,
  summary: 'Remove a book from the queue',
  access: 'login',
  scope: 'progress-write',
  params: z.object({ book_id: Uuid }),
  status: 204,
  payload: nothing,
})
