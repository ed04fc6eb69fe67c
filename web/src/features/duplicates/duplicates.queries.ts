import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'

export type Certainty = 'proved' | 'likely'

/** Groups of books, side by side, page by page. */
export const bookGroupsQuery = (certainty: Certainty, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.duplicates, 'books', certainty, page],
    queryFn: ({ signal }) => api.get('/api/v1/duplicates/books', { query: { certainty, page, pageSize: 20 }, signal }),
  })

export const seriesDuplicatesQuery = queryOptions({
  queryKey: [...queryKeys.duplicates, 'series'],
  queryFn: ({ signal }) => api.get('/api/v1/duplicates/series', { signal }),
})

/** Whether duplicates were looked for recently: finished tasks are deleted after some days. Null if unknown. */
export const duplicateSearchQuery = queryOptions({
  queryKey: [...queryKeys.duplicates, 'search'],
  queryFn: async ({ signal }) => {
    const query = { taskType: 'find_duplicates', status: 'completed', limit: 1 } as const
    const tasks = await api.get('/api/v1/tasks', { query, signal }).catch(() => null)
    return tasks && tasks.length > 0
  },
})

export function useFindDuplicates() {
  return useMutation({
    mutationFn: () => api.post('/api/v1/duplicates/scan'),
    onSuccess: () => toast({ message: ta('duplicates.looking') }),
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
}

export function useDismiss(kind: 'books' | 'series', id: string) {
  const params = { duplicate_id: id }
  const freshen = () => queryClient.invalidateQueries({ queryKey: queryKeys.duplicates })
  const failed = (error: unknown) => toast({ message: errorSentence(error), tone: 'bad' })
  const restore = useMutation({
    mutationFn: () =>
      kind === 'series'
        ? api.post('/api/v1/duplicates/series/{duplicate_id}/restore', { params })
        : api.post('/api/v1/duplicates/{duplicate_id}/restore', { params }),
    onError: failed,
    onSettled: freshen,
  })
  return useMutation({
    mutationFn: () =>
      kind === 'series'
        ? api.delete('/api/v1/duplicates/series/{duplicate_id}', { params })
        : api.delete('/api/v1/duplicates/{duplicate_id}', { params }),
    onSuccess: () => {
      toast({ message: ta('duplicates.dismissed'), action: { label: t('action.undo'), run: () => restore.mutate() } })
    },
    onError: failed,
    onSettled: freshen,
  })
}
