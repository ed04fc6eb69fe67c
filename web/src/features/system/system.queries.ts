import { queryOptions } from '@tanstack/react-query'
import { ApiError, addressOf, api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { HealthReportDto } from '../../api/types'
import { loadRefusals } from '../../messages/refusals/load-refusals'

export const processesQuery = queryOptions({
  queryKey: queryKeys.processes,
  queryFn: ({ signal }) => api.get('/api/v1/processes', { signal }),
  // Processes report every ten seconds; a missing report sends no event.
  refetchInterval: 10_000,
  staleTime: 0,
})

export const healthQuery = queryOptions({
  queryKey: queryKeys.health,
  queryFn: async ({ signal }): Promise<HealthReportDto> => {
    const response = await fetch(addressOf('/health/ready'), { credentials: 'same-origin', cache: 'no-store', signal })
    // A server that should get no requests answers 503, with the reasons in the same format.
    const report = (await response.json().catch(() => null)) as HealthReportDto | null
    if (!report?.status) throw new ApiError(response.status, 'BadAnswer', response.statusText)
    return report
  },
  refetchInterval: 10_000,
  staleTime: 0,
})

export const updateQuery = queryOptions({
  queryKey: queryKeys.update,
  queryFn: ({ signal }) => api.get('/api/v1/admin/update', { signal }),
})

export const backupsQuery = queryOptions({
  queryKey: queryKeys.backups,
  queryFn: async ({ signal }) => {
    const stored = await api.get('/api/v1/admin/backups', { signal })
    if ([stored, ...stored.backups].some(({ reason }) => reason !== null)) await loadRefusals()
    return stored
  },
  // A new folder sends no event.
  refetchInterval: 10_000,
  staleTime: 0,
})
