import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'

export const storageQuery = queryOptions({
  queryKey: queryKeys.storage,
  queryFn: ({ signal }) => api.get('/api/v1/admin/storage', { signal }),
  // The end of a measurement sends no event of its own.
  refetchInterval: 10_000,
  staleTime: 0,
})

export const pdfCacheQuery = queryOptions({
  queryKey: queryKeys.pdfCache,
  queryFn: ({ signal }) => api.get('/api/v1/admin/pdf-cache', { signal }),
  refetchInterval: 10_000,
  staleTime: 0,
  // People who see only part of the catalogue are refused.
  retry: false,
})
