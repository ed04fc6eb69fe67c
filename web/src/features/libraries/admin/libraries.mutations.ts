import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client'
import { queryClient } from '../../../api/query-client'
import { queryKeys } from '../../../api/query-keys'
import type { AbsenceDto, CreateLibraryRequest, UpdateLibraryRequest } from '../../../api/types'
import { t } from '../../../messages'
import { errorSentence } from '../../../ui/error-sentence'
import { toast } from '../../../ui/toast'
import { expectScan, lookForScans } from '../../scans'

export function useCreateLibrary(onDone: () => void) {
  return useMutation({
    mutationFn: (library: CreateLibraryRequest) => api.post('/api/v1/libraries', { body: library }),
    onSuccess: () => {
      freshen()
      lookForScans()
      onDone()
    },
  })
}

export function useUpdateLibrary(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (change: UpdateLibraryRequest) =>
      api.patch('/api/v1/libraries/{library_id}', { params: { library_id: id }, body: change }),
    onSuccess: () => {
      freshen()
      toast({ message: t('action.saved') })
      onDone()
    },
  })
}

export function useDeleteLibrary(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: () => api.delete('/api/v1/libraries/{library_id}', { params: { library_id: id } }),
    onSuccess: () => {
      freshen()
      onDone()
    },
  })
}

/** Scans a library, or with a path one of its folders. */
export function useScanLibrary(id: string, onDone?: () => void) {
  return useMutation({
    mutationFn: (query: { readonly mode: 'normal' | 'deep'; readonly path?: string }) =>
      api.post('/api/v1/libraries/{library_id}/scan', { params: { library_id: id }, query }),
    // Shown at once: a scan that finds nothing new may end before the next poll.
    onSuccess: scan => {
      expectScan(scan)
      onDone?.()
    },
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
}

export function useConfirmMissing(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (place: Pick<AbsenceDto, 'folder' | 'path'>) =>
      api.post('/api/v1/libraries/{library_id}/confirm-missing', { params: { library_id: id }, body: place }),
    onSuccess: scan => {
      expectScan(scan)
      onDone()
    },
  })
}

export function useMissingBooks(id: string, page: number) {
  return useQuery({
    queryKey: queryKeys.missingPage(id, page),
    queryFn: ({ signal }) =>
      api.get('/api/v1/libraries/{library_id}/missing-books', {
        params: { library_id: id },
        signal,
        query: { page, pageSize: 50 },
      }),
    placeholderData: keepPreviousData,
  })
}

/** Permanently deletes one missing book, or with null all of them. */
export function usePurgeMissing(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (bookId: string | null) =>
      bookId === null
        ? api.delete('/api/v1/libraries/{library_id}/purge-deleted', { params: { library_id: id } })
        : api.delete('/api/v1/libraries/{library_id}/missing-books/{book_id}', {
            params: { library_id: id, book_id: bookId },
          }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.missingBooks(id) })
      onDone()
    },
  })
}

export function useCancelScan(id: string) {
  return useMutation({
    mutationFn: () => api.post('/api/v1/libraries/{library_id}/scan/cancel', { params: { library_id: id } }),
    onSuccess: lookForScans,
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
}

function freshen(): void {
  for (const queryKey of [queryKeys.libraries, queryKeys.books, queryKeys.series]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}
