import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { Span } from './history.rules'

export const metricsQuery = queryOptions({
  queryKey: queryKeys.metricsNow,
  queryFn: ({ signal }) => api.get('/api/v1/metrics/tasks', { signal }),
  // The rate of recent minutes decreases without events.
  refetchInterval: 30_000,
})

export const historyQuery = (span: Span, taskType: string | null) =>
  queryOptions({
    queryKey: queryKeys.metricsHistory({ span, taskType }),
    queryFn: ({ signal }) => api.get('/api/v1/metrics/tasks/history', { query: { ...span, taskType }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

export const inventoryQuery = queryOptions({
  queryKey: queryKeys.inventory,
  queryFn: ({ signal }) => api.get('/api/v1/metrics/inventory', { signal }),
  staleTime: 10_000,
})

export function useForgetMetrics(onDone: () => void) {
  return useMutation({
    mutationFn: () => api.delete('/api/v1/metrics/tasks'),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.metrics })
      onDone()
    },
  })
}
