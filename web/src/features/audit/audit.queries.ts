import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { AuditEntryDto } from '../../api/types'
import { type AuditSearch, auditParameters } from './audit-search.rules'

const pageSize = 50
const exportPageSize = 500
/** A table of more lines than these is made of a shorter time. */
export const longestExport = 10_000

const load = (query: Record<string, string | number | undefined>, signal?: AbortSignal) =>
  api.get('/api/v1/audit', { query, ...(signal && { signal }) })

export function auditQuery(search: AuditSearch, now: Date) {
  const query = { ...auditParameters(search, now), page: search.page ?? 1, pageSize }
  return queryOptions({
    queryKey: queryKeys.auditPage(query),
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Everybody who may be asked for, by name. */
export const peopleQuery = queryOptions({
  queryKey: queryKeys.userPage('everybody'),
  queryFn: async ({ signal }) => (await api.get('/api/v1/users', { query: { pageSize: 500 }, signal })).data,
  staleTime: 0,
})

/** All that a filter finds until now, the last first; what comes in the meantime moves nothing. */
export async function allEntries(search: AuditSearch, now: Date): Promise<AuditEntryDto[]> {
  const filter = auditParameters(search, now)
  const query = { ...filter, to: filter.to ?? now.toISOString(), pageSize: exportPageSize }
  const entries: AuditEntryDto[] = []
  for (let page = 1; entries.length < longestExport; page++) {
    const { data, totalPages } = await load({ ...query, page })
    entries.push(...data)
    if (page >= totalPages) break
  }
  return entries
}
