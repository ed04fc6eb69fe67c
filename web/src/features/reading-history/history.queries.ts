import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'

/** Below the key of the book: its events and those of its place invalidate these. */
export const bookHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.book(id), 'history'] as const,
    queryFn: ({ signal }) => api.get('/api/v1/books/{book_id}/read-history', { params: { book_id: id }, signal }),
  })

export const devicePlacesQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.book(id), 'devices'] as const,
    queryFn: ({ signal }) => api.get('/api/v1/books/{book_id}/progress/devices', { params: { book_id: id }, signal }),
  })

export const historyOnPage = 50

export const historyQuery = (page: number) =>
  queryOptions({
    queryKey: [...queryKeys.readingHistory, page] as const,
    queryFn: ({ signal }) => api.get('/api/v1/user/read-history', { query: { page, pageSize: historyOnPage }, signal }),
  })

export function freshenHistory(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.readingHistory })
  void queryClient.invalidateQueries({ queryKey: [...queryKeys.books, 'one'] })
  void queryClient.invalidateQueries({ queryKey: [...queryKeys.series, 'one'] })
}
