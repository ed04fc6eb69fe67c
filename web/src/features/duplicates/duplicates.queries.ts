import { queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError, api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto } from '../../api/types'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'

export const bookDuplicatesQuery = queryOptions({
  queryKey: [...queryKeys.duplicates, 'books'],
  queryFn: ({ signal }) => api.get('/api/v1/duplicates', { signal }),
})

export const seriesDuplicatesQuery = queryOptions({
  queryKey: [...queryKeys.duplicates, 'series'],
  queryFn: ({ signal }) => api.get('/api/v1/duplicates/series', { signal }),
})

/** The books of one group; one that is gone by now is left out. */
export const groupBooksQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.duplicates, 'group', ids],
    queryFn: async ({ signal }): Promise<BookDto[]> => {
      const asked = ids.map(id =>
        api.get('/api/v1/books/{book_id}', { params: { book_id: id }, signal }).then(one => one.book, unlessGone),
      )
      return (await Promise.all(asked)).filter(book => book !== null)
    },
  })

function unlessGone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

export function useFindDuplicates() {
  return useMutation({
    mutationFn: () => api.post('/api/v1/duplicates/scan'),
    onSuccess: () => toast({ message: ta('duplicates.looking') }),
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
}

export function useDismiss(kind: 'books' | 'series', id: string) {
  return useMutation({
    mutationFn: () =>
      kind === 'series'
        ? api.delete('/api/v1/duplicates/series/{duplicate_id}', { params: { duplicate_id: id } })
        : api.delete('/api/v1/duplicates/{duplicate_id}', { params: { duplicate_id: id } }),
    onSuccess: () => {
      toast({ message: ta('duplicates.dismissed') })
      void queryClient.invalidateQueries({ queryKey: queryKeys.duplicates })
    },
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
}
