import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { AuditEntryDto } from '../../api/types'
import { auditParameters } from './audit-parameters.rules'
import type { AuditSearch } from './audit-search.rules'

const pageSize = 50
const exportPageSize = 500
/** Maximum lines of a table; beyond that, choose a shorter period. */
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

/** All users who can be filtered by, by name. */
export const peopleQuery = queryOptions({
  queryKey: queryKeys.userPage('everybody'),
  queryFn: async ({ signal }) => (await api.get('/api/v1/users', { query: { pageSize: 500 }, signal })).data,
  staleTime: 0,
})

/** All entries of a filter up to now, newest first; new ones do not shift pages. */
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
