import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'

/** Days in the viewer's time zone. */
const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** A year, or the last 90 days. */
export type Span = number | null

const windowOf = (span: Span) =>
  span === null ? {} : { from: new Date(span, 0).toISOString(), to: new Date(span + 1, 0).toISOString() }

export const coverageQuery = queryOptions({
  queryKey: [...queryKeys.statistics, 'coverage'] as const,
  queryFn: ({ signal }) => api.get('/api/v1/reading-stats/coverage', { signal }),
})

export const overviewQuery = queryOptions({
  queryKey: [...queryKeys.statistics, 'overview'] as const,
  queryFn: ({ signal }) => api.get('/api/v1/reading-stats/overview', { query: { timeZone: timeZone() }, signal }),
})

/** How many books are in progress, which counts as reading even if nothing was measured. */
export const begunQuery = queryOptions({
  queryKey: [...queryKeys.statistics, 'begun'] as const,
  queryFn: async ({ signal }) => (await api.get('/api/v1/books/in-progress', { query: { pageSize: 1 }, signal })).total,
})

export const statisticsQuery = (span: Span) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, 'span', span] as const,
    queryFn: ({ signal }) =>
      api.get('/api/v1/reading-stats', { query: { ...windowOf(span), seriesLimit: 8, timeZone: timeZone() }, signal }),
  })

export const breakdownQuery = (kind: 'author' | 'genre', span: Span) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, kind, span] as const,
    queryFn: ({ signal }) =>
      api.get('/api/v1/reading-stats/by/{kind}', { params: { kind }, query: { ...windowOf(span), limit: 8 }, signal }),
  })

/** The address of all sessions as CSV. */
export function exportPath(span: Span): string {
  const query = new URLSearchParams({ ...windowOf(span), timeZone: timeZone() })
  return `/api/v1/reading-stats/export?${query}`
}
