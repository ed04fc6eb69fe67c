import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'

/** A measurement that was queued, and the time of the last one. */
export type Measuring = { readonly queuedAt: number; readonly last: string | null | undefined }

const MEASURING_MS = 2000
const MOST_MEASURING_MS = 120_000
const RESTING_MS = 300_000

/** The end of a measurement sends no event of its own. */
export const storageQuery = (measuring: Measuring | null) =>
  queryOptions({
    queryKey: queryKeys.storage,
    queryFn: ({ signal }) => api.get('/api/v1/admin/storage', { signal }),
    refetchInterval: ({ state }) => {
      const isRunning =
        measuring !== null &&
        state.data?.measuredAt === measuring.last &&
        Date.now() - measuring.queuedAt < MOST_MEASURING_MS
      return isRunning ? MEASURING_MS : RESTING_MS
    },
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
