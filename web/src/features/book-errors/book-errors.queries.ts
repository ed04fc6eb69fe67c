import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { BookErrorType } from '../../api/types'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'

export type ErrorFilter = {
  readonly libraryId: string | undefined
  readonly errorType: BookErrorType | undefined
  /** Ignored errors instead of the others. */
  readonly ignored: boolean
  readonly page: number
  readonly pageSize: number
}

export const bookErrorsQuery = (filter: ErrorFilter) =>
  queryOptions({
    queryKey: queryKeys.bookErrorPage(filter),
    queryFn: ({ signal }) => api.get('/api/v1/books/errors', { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Retries one book. */
export function useRetryBook(bookId: string) {
  return useMutation({
    mutationFn: () => api.post('/api/v1/books/{book_id}/retry', { params: { book_id: bookId } }),
    onSuccess: freshenErrors,
    onError: complain,
  })
}

/** Retries everything, or one type, in one library or all. */
export function useRetryAll() {
  return useMutation({
    mutationFn: (which: { errorType?: BookErrorType | undefined; libraryId?: string | undefined }) =>
      api.post('/api/v1/books/retry-all-errors', { body: which }),
    onSuccess: ({ tasksEnqueued }) => {
      toast({ message: ta('errors.retried', { count: tasksEnqueued }) })
      freshenErrors()
    },
    onError: complain,
  })
}

/** Ignores the errors of a book, with an undo; or stops ignoring them. */
export function useIgnore(bookId: string, title: string, errorType: BookErrorType) {
  const send = (ignored: boolean) =>
    api.put('/api/v1/books/{book_id}/errors/ignored', { params: { book_id: bookId }, body: { errorType, ignored } })
  return useMutation({
    mutationFn: send,
    onSuccess: (_, ignored) => {
      freshenErrors()
      toast({
        message: ta(ignored ? 'errors.ignored' : 'errors.restored', { title }),
        action: { label: t('action.undo'), run: () => void send(!ignored).then(freshenErrors, complain) },
      })
    },
    onError: complain,
  })
}

function freshenErrors(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.bookErrors })
}

function complain(error: unknown): void {
  toast({ message: errorSentence(error), tone: 'bad' })
}
