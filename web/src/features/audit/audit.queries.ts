import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { AuditAction, AuditEntryDto, Paginated } from '../../api/types'

export type AuditFilter = { readonly action: AuditAction | undefined; readonly page: number }

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: queryKeys.auditPage(filter),
    queryFn: ({ signal }) =>
      api.get<Paginated<AuditEntryDto>>('/audit', { query: { ...filter, pageSize: 50 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
