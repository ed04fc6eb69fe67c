import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto } from '../../api/types'

const rowLength = 24
/** Volumes of one series share a card. */
export const mostNewBooks = 100
const remembered = new Map<string, BookDto>()

/** A card passes its book to the page it opens, which renders at once. */
export function rememberBook(book: BookDto): void {
  remembered.clear()
  remembered.set(book.id, book)
}

export const bookQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.book(id),
    queryFn: ({ signal }) => api.get('/api/v1/books/{book_id}', { params: { book_id: id }, signal }),
    placeholderData: () => {
      const book = remembered.get(id)
      return book && { book }
    },
  })

/** With its genres and tags. */
export const fullBookQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.book(id), 'full'],
    queryFn: ({ signal }) => api.get('/api/v1/books/{book_id}/full', { params: { book_id: id }, signal }),
  })

export const neighboursQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.bookNeighbours(id),
    queryFn: ({ signal }) => api.get('/api/v1/books/{book_id}/adjacent', { params: { book_id: id }, signal }),
  })

export const booksOfSeriesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: queryKeys.booksOfSeries(seriesId),
    queryFn: ({ signal }) => api.get('/api/v1/series/{series_id}/books', { params: { series_id: seriesId }, signal }),
  })

/** The rows of the home page. */
export const bookRowQuery = (row: 'in-progress' | 'on-deck' | 'recently-added') =>
  queryOptions({
    queryKey: queryKeys.bookRow(row),
    queryFn: async ({ signal }) => {
      const pageSize = row === 'recently-added' ? mostNewBooks : rowLength
      return (await api.get(`/api/v1/books/${row}`, { query: { pageSize }, signal })).data
    },
  })

/** Most recently read first, including finished ones. */
export const recentlyReadQuery = queryOptions({
  queryKey: queryKeys.bookRow('recently-read'),
  queryFn: ({ signal }) => api.get('/api/v1/books/recently-read', { query: { limit: rowLength }, signal }),
})
