import { BookDto, BookPage, LibraryParams, Limit, ListQuery } from './book'
import { FullQuery } from './paging'
import { json, route } from './route'
import { LibraryNewestQuery, SeriesDto } from './series'
import * as z from './zod'

/** Lists of one library, which also exist for all libraries. */
const books = { method: 'get', tag: 'Books', access: 'books-read', params: LibraryParams } as const
const series = { method: 'get', tag: 'Series', access: 'series-read', params: LibraryParams } as const
const page = { query: ListQuery, status: 200, payload: BookPage, also: [304], errors: [404] } as const
const plain = { status: 200, also: [304], errors: [404] } as const

export const listLibraryInProgressBooks = route({
  ...books,
  ...page,
  id: 'list_library_in_progress_books',
  path: '/api/v1/libraries/{library_id}/books/in-progress',
  summary: 'Books of a library the caller has started, most recently read first',
})

export const listLibraryOnDeckBooks = route({
  ...books,
  ...page,
  id: 'list_library_on_deck_books',
  path: '/api/v1/libraries/{library_id}/books/on-deck',
  summary: 'The next unread book of each series of a library the caller follows',
})

export const listLibraryRecentlyAddedBooks = route({
  ...books,
  ...page,
  id: 'list_library_recently_added_books',
  path: '/api/v1/libraries/{library_id}/books/recently-added',
  summary: 'Books of a library, newest first',
})

export const listLibraryRecentlyReadBooks = route({
  ...books,
  ...plain,
  id: 'list_library_recently_read_books',
  path: '/api/v1/libraries/{library_id}/books/recently-read',
  summary: 'Books of a library the caller has opened, latest first',
  query: z.object({ limit: Limit }),
  payload: json(z.array(BookDto)),
})

export const listLibraryInProgressSeries = route({
  ...series,
  ...plain,
  id: 'list_library_in_progress_series',
  path: '/api/v1/libraries/{library_id}/series/in-progress',
  summary: 'Series of a library the caller has started and not finished, most recently read first',
  query: FullQuery,
  payload: json(z.array(SeriesDto)),
})

export const listLibraryRecentlyAddedSeries = route({
  ...series,
  ...plain,
  id: 'list_library_recently_added_series',
  path: '/api/v1/libraries/{library_id}/series/recently-added',
  summary: 'Series of a library, newest first',
  query: LibraryNewestQuery,
  payload: json(z.array(SeriesDto)),
})

export const listLibraryRecentlyUpdatedSeries = route({
  ...series,
  ...plain,
  id: 'list_library_recently_updated_series',
  path: '/api/v1/libraries/{library_id}/series/recently-updated',
  summary: 'Series of a library, most recently changed first',
  query: LibraryNewestQuery,
  payload: json(z.array(SeriesDto)),
})
