import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { FilterPresetDto } from '../../api/types'

/** Saved filters for lists: own and shared ones, by name. */
export const presetsQuery = queryOptions({
  queryKey: queryKeys.presets,
  queryFn: async ({ signal }): Promise<readonly FilterPresetDto[]> =>
    (await api.get('/api/v1/filter-presets', { query: { scope: 'list' }, signal })).presets,
  staleTime: 60_000,
})

/** The rows of the home page. */
export const homeQuery = queryOptions({
  queryKey: queryKeys.home,
  queryFn: ({ signal }) => api.get('/api/v1/user/home', { signal }),
  staleTime: 60_000,
})
